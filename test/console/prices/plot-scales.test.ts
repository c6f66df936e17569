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
    // A single one in a plot that is too narrow, and none without days.
    expect([labelled(days, 79), labelled(days, 0), labelled([], 800)]).toEqual([[0], [0], []]);
  });

  it("give way to those of the months from four months on, each at its first start but the first", () => {
    expect([120, 121].map((days) => isLabelledByMonth(days * 86_400))).toEqual([false, true]);
    expect(monthStarts([1, 2, 3, 4, 5, 6], (start) => "aabbbc"[start - 1] ?? "")).toEqual([3, 6]);
  });
});

it.each([
  [[0, 100], 50, 0.5, [25, 75]],
  [[0, 100], 95, 0.5, [50, 100]],
  [[0, 100], 5, 0.5, [0, 50]],
  [[40, 50], 45, 0.5, [40, 50]],
  [[40, 90], 45, 2, [0, 100]],
] as const)(
  "%j, zoomed at %i by %d, stays within the plot and keeps the position in the middle: %j",
  (shown, at, by, then) => {
    expect(zoomed(shown, at, by, [0, 100], 10)).toEqual(then);
  },
);

describe("the range of the prices", () => {
  it("leaves room above them, and more below for the bars, around a single price, too", () => {
    expect(priceRange(2_000, 3_000)).toEqual([1_700, 3_100]);
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
