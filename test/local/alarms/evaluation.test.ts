import { describe, expect, it } from "vitest";
import type { MissingData } from "../../../lib/local/alarms/alarm-definition.ts";
import type { Evaluated } from "../../../lib/local/alarms/evaluation.ts";
import { evaluate } from "../../../lib/local/alarms/evaluation.ts";

const TREATMENTS: readonly MissingData[] = ["missing", "ignore", "breaching", "notBreaching"];

/** `0 - X`: oldest first; 0 is not breaching, X is breaching, - is missing. */
function state(points: string, alarm: Partial<Evaluated>) {
  const series = points
    .split(" ")
    .reverse()
    .map((point) => (point === "-" ? undefined : point === "X" ? 5 : 0));
  const whole: Evaluated = {
    comparison: "GreaterThanThreshold",
    threshold: 1,
    evaluationPeriods: 3,
    datapointsToAlarm: 3,
    missing: "missing",
    ...alarm,
  };
  return evaluate(whole, series)?.state ?? "retained";
}

const I = "INSUFFICIENT_DATA";

/** The tables of the CloudWatch user guide, "Configuring how CloudWatch alarms treat missing data". */
describe("an alarm's evaluation", () => {
  it.each([
    ["0 - X - X", "OK", "OK", "OK", "OK"],
    ["- - - - 0", "OK", "OK", "OK", "OK"],
    ["- - - - -", I, "retained", "ALARM", "OK"],
    ["0 X X - X", "ALARM", "ALARM", "ALARM", "ALARM"],
    ["- - X - -", "ALARM", "retained", "ALARM", "OK"],
  ])("of three out of three: %s", (points, ...expected) => {
    expect(TREATMENTS.map((missing) => state(points, { missing }))).toEqual(expected);
  });

  it.each([
    ["0 - X - X", "ALARM", "ALARM", "ALARM", "ALARM"],
    ["0 0 X 0 X", "ALARM", "ALARM", "ALARM", "ALARM"],
    ["0 - X - -", "OK", "OK", "ALARM", "OK"],
    ["- - - - 0", "OK", "OK", "ALARM", "OK"],
    ["- - - X -", "ALARM", "retained", "ALARM", "OK"],
  ])("of two out of three: %s", (points, ...expected) => {
    expect(TREATMENTS.map((missing) => state(points, { missing, datapointsToAlarm: 2 }))).toEqual(expected);
  });

  it.each(["- - - - X", "- - - X -"])("waits for more data before it fires too early: %s", (points) => {
    expect(state(points, {})).toBe("retained");
  });

  it.each([
    ["GreaterThanOrEqualToThreshold", 5, "ALARM"],
    ["GreaterThanThreshold", 5, "OK"],
    ["LessThanThreshold", 5, "OK"],
    ["LessThanOrEqualToThreshold", 5, "ALARM"],
    ["LessThanThreshold", 6, "ALARM"],
  ] as const)("compares by %s %d", (comparison, threshold, expected) => {
    expect(state("X", { comparison, threshold, evaluationPeriods: 1, datapointsToAlarm: 1 })).toBe(expected);
  });

  it("gives the reason in CloudWatch's words", () => {
    const alarm: Evaluated = {
      comparison: "GreaterThanOrEqualToThreshold",
      threshold: 1,
      evaluationPeriods: 1,
      datapointsToAlarm: 1,
      missing: "notBreaching",
    };
    expect(evaluate(alarm, [2])?.reason).toBe(
      "Threshold Crossed: 1 out of the last 1 datapoint [2.0] were greater than or equal to the threshold (1.0) (minimum 1 datapoint for OK -> ALARM transition).",
    );
    expect(evaluate(alarm, [undefined])?.reason).toContain("no datapoints were received for 1 period");
  });
});
