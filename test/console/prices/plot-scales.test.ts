import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelled, priceRange } from "../../../console/prices/trend/plot-scales.ts";

describe("the labels of the days", () => {
  const days = Array.from({ length: 10 }, (_, day) => day);

  it("are as many as have room, equally far from each other", () => {
    expect([800, 799, 400, 320, 80].map((width) => labelled(days, width))).toEqual([
      days,
      [0, 2, 4, 6, 8],
      [0, 2, 4, 6, 8],
      [0, 3, 6, 9],
      [0],
    ]);
  });

  it("are a single one in a plot that is too narrow, and none without days", () => {
    expect([labelled(days, 79), labelled(days, 0), labelled([], 800)]).toEqual([[0], [0], []]);
  });
});

describe("the range of the prices", () => {
  it("leaves room above them, and more below for the bars", () => {
    expect(priceRange(2_000, 3_000)).toEqual([1_700, 3_100]);
  });

  it("leaves room around a single price, too", () => {
    expect(priceRange(1_000, 1_000)).toEqual([970, 1_010]);
  });

  it("never begins below zero", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (low, more) => {
        const [from, to] = priceRange(low, low + more);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(from).toBeLessThanOrEqual(low);
        expect(to).toBeGreaterThanOrEqual(low + more);
      }),
    );
  });
});
