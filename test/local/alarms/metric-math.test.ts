import { describe, expect, it } from "vitest";
import type { Series } from "../../../lib/local/alarms/metric-math.ts";
import { metricMath } from "../../../lib/local/alarms/metric-math.ts";

const _ = undefined;

function computed(expression: string, metrics: Readonly<Record<string, Series>>): Series {
  const periods = Object.values(metrics)[0]?.length ?? 1;
  return metricMath(expression, new Set(Object.keys(metrics)))(new Map(Object.entries(metrics)), periods);
}

describe("metric math", () => {
  it.each<[string, Series, Record<string, Series>]>([
    ["a", [1, _], { a: [1, _] }],
    ["1 + 2 * 3 - 4 / 2", [5], {}],
    ["(1 + 2) * 3", [9], {}],
    ["-2 + 5", [3], {}],
    ["a - b - 1", [1, 0], { a: [4, 3], b: [2, 2] }],
    // A missing value counts as 0, unless all are missing; a division by 0 has no result.
    ["a + b", [1, 2, _], { a: [1, _, _], b: [_, 2, _] }],
    ["a / b", [2, _, _], { a: [4, 1, 1], b: [2, 0, _] }],
    ["a >= 3", [1, 0, _], { a: [3, 2, _] }],
    ["a != b", [1, 0], { a: [1, 2], b: [2, 2] }],
    ["FILL(a, 0)", [1, 0], { a: [1, _] }],
    ["IF(a > 1, b, 7)", [5, 7, _], { a: [2, 1, _], b: [5, 5, 5] }],
    ["IF(a > 1, b)", [5, _], { a: [2, 1], b: [5, 5] }],
    // The condition is true, and the metric has no value: 0, not missing.
    ["IF(a > 1, b, 7)", [0], { a: [2], b: [_] }],
    [
      "IF(FILL(whole, 0) >= 20, 100 * FILL(part, 0) / whole, 0)",
      [50, 0, 0, 0],
      { whole: [20, 19, _, 40], part: [10, 19, _, _] },
    ],
  ])("%s is %j of %j", (expression, expected, metrics) => {
    expect(computed(expression, metrics)).toEqual(expected);
  });

  it.each([
    "RATE(a)",
    "SUM(METRICS())",
    "IF(a)",
    "FILL(a, REPEAT)",
    "a b",
    "a +",
    "b",
    "a ^ 2",
    "a && a",
    "IF(a, 1, 2, 3)",
    "",
  ])("is rejected rather than guessed: %s", (expression) => {
    expect(() => computed(expression, { a: [1] })).toThrow();
  });
});
