import { describe, expect, it } from "vitest";
import type { PriceTrend } from "../../../client/index.ts";
import { TrendCache } from "../../../console/prices/trend/trend-cache.ts";

const TREND: PriceTrend = {
  interval: "week",
  points: [],
  on_sale: { count: 0, lowest: null, lowest_url: null, lowest_image_url: null, median: null },
  undated: 0,
};

/** An API whose answers are given by hand. */
function heldApi() {
  const asked: { readonly id: string; answer(): void; fail(): void }[] = [];
  const ask = (id: string) =>
    new Promise<PriceTrend>((resolve, reject) => {
      asked.push({ id, answer: () => resolve(TREND), fail: () => reject(new Error("no network")) });
    });
  return { asked, ask };
}
/** All promises that can be settled are. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the trends of many products", () => {
  it("are asked for once, again after another crawl, and again after a failure", async () => {
    const { asked, ask } = heldApi();
    const cache = new TrendCache(ask);
    const [one, other] = [cache.get("a", "1"), cache.get("a", "1")];
    await settled();
    asked[0]?.fail();
    await expect(one).rejects.toThrow("no network");
    await expect(other).rejects.toThrow("no network");
    const retried = cache.get("a", "1");
    await settled();
    asked[1]?.answer();
    await retried;
    await cache.get("a", "1");
    expect(asked).toHaveLength(2);
    const later = cache.get("a", "2");
    await settled();
    asked[2]?.answer();
    await later;
    expect(asked).toHaveLength(3);
  });
});
