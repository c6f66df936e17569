import { Duration } from "aws-cdk-lib";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { HOUR } from "./alarms.ts";

/** With fewer events a share or an average is not meaningful: a single failure is no rate, and must fire no alarm. */
const ENOUGH = 5;

/**
 * The windows in which a share or an average is judged: an hour, and, for too few events in an hour, a day. Each has an
 * alarm, whose name ends with the suffix, since the metrics of an alarm have one period.
 */
export const WINDOWS = [
  { suffix: "", period: HOUR },
  { suffix: "-daily", period: Duration.days(1) },
] as const;

/**
 * A share in percent. Below a minimum of the whole it is 0.
 *
 * @returns a metric for alarms and graphs
 */
export function percentage(of: {
  readonly label: string;
  readonly part: Metric;
  readonly whole: Metric;
  readonly minimum?: number;
  readonly period: Duration;
}): MathExpression {
  const { label, period } = of;
  return new MathExpression({
    label,
    period,
    expression: `IF(FILL(whole, 0) >= ${of.minimum ?? ENOUGH}, 100 * FILL(part, 0) / whole, 0)`,
    usingMetrics: { part: of.part.with({ period }), whole: of.whole.with({ period }) },
  });
}

/** Of fewer values, the highest one would be the percentile: a single slow request would fire an alarm. */
const ENOUGH_FOR_PERCENTILE = 20;

/** The value that this percentage of a metric's values does not exceed. Below a minimum of values it is 0. */
export function percentile(of: {
  readonly label: string;
  readonly metric: Metric;
  readonly percent: number;
  readonly period: Duration;
}): MathExpression {
  const { label, metric, percent, period } = of;
  return new MathExpression({
    label,
    period,
    expression: `IF(FILL(count, 0) >= ${ENOUGH_FOR_PERCENTILE}, slowest, 0)`,
    usingMetrics: {
      slowest: metric.with({ period, statistic: Stats.percentile(percent) }),
      count: metric.with({ period, statistic: Stats.SAMPLE_COUNT }),
    },
  });
}

/** The average of a metric. Below a minimum of values it is 0. */
export function average(of: {
  readonly label: string;
  readonly metric: Metric;
  readonly period: Duration;
}): MathExpression {
  const { label, metric, period } = of;
  return new MathExpression({
    label,
    period,
    expression: `IF(FILL(count, 0) >= ${ENOUGH}, average, 0)`,
    usingMetrics: {
      average: metric.with({ period, statistic: Stats.AVERAGE }),
      count: metric.with({ period, statistic: Stats.SAMPLE_COUNT }),
    },
  });
}
