import type { Duration } from "aws-cdk-lib";
import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";

/**
 * A share in percent. Below a minimum of the whole it is 0: one failure of one is no rate, and must fire no alarm.
 *
 * @returns a metric for alarms and graphs
 */
export function percentage(of: {
  readonly label: string;
  readonly part: IMetric;
  readonly whole: IMetric;
  readonly minimum: number;
  readonly period: Duration;
}): MathExpression {
  return new MathExpression({
    label: of.label,
    period: of.period,
    expression: `IF(FILL(whole, 0) >= ${of.minimum}, 100 * FILL(part, 0) / whole, 0)`,
    usingMetrics: { part: of.part, whole: of.whole },
  });
}
