import { describe, expect, it } from "vitest";
import { toCheck } from "../../lambdas/mercari/watch-list.ts";

const HOUR = 3_600;
const NOW = 1_800_000_000;
const unscaled = (seconds: number) => seconds;
const watched = (externalId: string, hoursAgo: number) => ({
  externalId,
  price: 500,
  checkedAt: NOW - hoursAgo * HOUR,
});
const idsOf = (rows: readonly { externalId: string }[]) => rows.map(({ externalId }) => externalId);

describe("what a crawl has looked after", () => {
  it("is what it has not seen, the longest unchecked first", () => {
    const rows = [watched("m1", 10), watched("m2", 30), watched("m3", 20), watched("m4", 40)];
    expect(idsOf(toCheck(rows, new Set(["m4"]), NOW, unscaled))).toEqual(["m2", "m3", "m1"]);
  });

  it("leaves alone what was checked within six hours", () => {
    const rows = [watched("m1", 5.99), watched("m2", 6)];
    expect(idsOf(toCheck(rows, new Set(), NOW, unscaled))).toEqual(["m2"]);
    expect(idsOf(toCheck(rows, new Set(), NOW, (seconds) => seconds / 100))).toEqual(["m2", "m1"]);
  });

  it("is twenty rows at the most, so that hundreds of old ones are spread over the hours", () => {
    const rows = Array.from({ length: 300 }, (_, index) => watched(`m${index}`, 7 + index));
    const first = toCheck(rows, new Set(), NOW, unscaled);
    expect(first).toHaveLength(20);
    expect(first[0]?.externalId).toBe("m299");
  });
});
