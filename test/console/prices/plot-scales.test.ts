import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isLabelledByMonth,
  labelled,
  monthStarts,
  priceRange,
  zoomed,
} from "../../../console/prices/trend/plot-scales.ts";

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

describe("the labels of the months", () => {
  it("are in place of the days from four months on", () => {
    expect([120, 121].map((days) => isLabelledByMonth(days * 86_400))).toEqual([false, true]);
  });

  it("stand at the first start of each month but the first", () => {
    expect(monthStarts([1, 2, 3, 4, 5, 6], (start) => "aabbbc"[start - 1] ?? "")).toEqual([3, 6]);
  });
});

describe("zooming", () => {
  it("keeps a position in the middle, and stays within the plot", () => {
    expect(zoomed([0, 100], 50, 0.5, [0, 100], 10)).toEqual([25, 75]);
    expect(zoomed([0, 100], 95, 0.5, [0, 100], 10)).toEqual([50, 100]);
    expect(zoomed([0, 100], 5, 0.5, [0, 100], 10)).toEqual([0, 50]);
    expect(zoomed([40, 50], 45, 0.5, [0, 100], 10)).toEqual([40, 50]);
    expect(zoomed([40, 90], 45, 2, [0, 100], 10)).toEqual([0, 100]);
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
