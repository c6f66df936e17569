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
  it("are asked for a few at a time, in order", async () => {
    const { asked, ask } = heldApi();
    const cache = new TrendCache(ask, 2);
    const answers = Promise.all(["a", "b", "c", "d"].map((id) => cache.get(id, "")));
    await settled();
    expect(asked.map(({ id }) => id)).toEqual(["a", "b"]);
    asked[1]?.answer();
    await settled();
    expect(asked.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    for (let next = 0; next < 4; next += 1) {
      asked[next]?.answer();
      await settled();
    }
    expect(await answers).toHaveLength(4);
  });

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

  it("are no longer asked for when the list has gone", async () => {
    const { asked, ask } = heldApi();
    const cache = new TrendCache(ask, 1);
    const first = cache.get("a", "");
    cache.get("b", "").catch(() => expect.unreachable("what waits is forgotten"));
    await settled();
    cache.close();
    asked[0]?.answer();
    await first;
    await settled();
    expect(asked.map(({ id }) => id)).toEqual(["a"]);
  });
});
