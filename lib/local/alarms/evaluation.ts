import type { AlarmDefinition, AlarmState } from "./alarm-definition.ts";
import { COMPARISONS } from "./alarm-definition.ts";
import type { Series } from "./metric-math.ts";

export type Evaluated = Pick<
  AlarmDefinition,
  "comparison" | "threshold" | "evaluationPeriods" | "datapointsToAlarm" | "missing"
>;

/**
 * The additional periods that are read for an alarm, in case data are missing: 5 for 3 in the guide's examples
 * (CloudWatch user guide, "Configuring how CloudWatch alarms treat missing data"). AWS does not say how many for
 * others.
 */
const SPARE_PERIODS = 2;

/** The length of the evaluation range, in periods. */
export const evaluationRange = ({ evaluationPeriods }: Pick<AlarmDefinition, "evaluationPeriods">) =>
  evaluationPeriods + SPARE_PERIODS;

export interface Verdict {
  readonly state: AlarmState;
  readonly reason: string;
}

/**
 * Evaluates an alarm as CloudWatch does. Existing values, older ones of the evaluation range included, take precedence
 * over the treatment of missing data.
 *
 * @param series the values of the evaluation range, newest first
 * @returns undefined when the state does not change
 */
export function evaluate(alarm: Evaluated, series: Series): Verdict | undefined {
  const { evaluationPeriods: needed, datapointsToAlarm, missing, comparison, threshold } = alarm;
  const points = series
    .flatMap((value, index) =>
      value === undefined
        ? []
        : [{ value, age: index + 1, breaching: COMPARISONS[comparison].holds(value, threshold) }],
    )
    .slice(0, needed);
  const filled = needed - points.length;
  const breaching = points.filter((point) => point.breaching);
  const verdict = (state: "OK" | "ALARM"): Verdict => ({ state, reason: reasonOf(alarm, state, points, filled) });

  if (points.length === 0 && missing === "missing") {
    return { state: "INSUFFICIENT_DATA", reason: `Insufficient Data: ${needed} datapoint${s(needed)} were unknown.` };
  }
  if (points.length === 0 && missing === "ignore") return undefined;
  const filledBreaching = missing === "breaching" ? filled : 0;
  if (breaching.length + filledBreaching >= datapointsToAlarm) return verdict("ALARM");
  const open = (missing === "missing" || missing === "ignore") && filled > 0;
  if (!open || breaching.length < points.length) return verdict("OK");
  // Only breaching values, and too few of them: the guide's "premature alarm state".
  const oldest = Math.max(...breaching.map(({ age }) => age));
  return missing === "missing" && oldest >= datapointsToAlarm ? verdict("ALARM") : undefined;
}

function reasonOf(
  { evaluationPeriods, datapointsToAlarm, missing, comparison, threshold }: Evaluated,
  state: "OK" | "ALARM",
  points: readonly { readonly value: number; readonly breaching: boolean }[],
  filled: number,
): string {
  if (points.length === 0) {
    const as = missing === "breaching" ? "Breaching" : "NonBreaching";
    return `Threshold Crossed: no datapoints were received for ${evaluationPeriods} period${s(evaluationPeriods)} and ${filled} missing datapoint${s(filled)} were treated as [${as}].`;
  }
  const values = points.map(({ value }) => (Number.isInteger(value) ? value.toFixed(1) : String(value))).join(", ");
  const crossed = points.filter(({ breaching }) => breaching === (state === "ALARM")).length;
  const not = state === "OK" ? "not " : "";
  const least = state === "OK" ? evaluationPeriods - datapointsToAlarm + 1 : datapointsToAlarm;
  const change = state === "OK" ? "ALARM -> OK" : "OK -> ALARM";
  return `Threshold Crossed: ${crossed} out of the last ${points.length} datapoint${s(points.length)} [${values}] were ${not}${COMPARISONS[comparison].words} the threshold (${threshold.toFixed(1)}) (minimum ${least} datapoint${s(least)} for ${change} transition).`;
}

const s = (count: number) => (count === 1 ? "" : "s");
