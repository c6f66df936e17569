import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { Alarmed, Alarms } from "../constructs/alarms.ts";
import { HOUR } from "../constructs/alarms.ts";

const QUARTER = Duration.minutes(15);

/** Bytes an hour: beyond the free terabyte of a month, 0.43 dollars. A reader loads some hundred kilobytes. */
const TRAFFIC = 5e9;

/**
 * Adds the alarms on the site's distribution.
 *
 * @param of `onlyIn` for a stack that may be in another region, where CloudWatch has no such metrics
 */
export function alarmOnSite(alarms: Alarms, distributionId: string, of: Pick<Alarmed, "onlyIn"> = {}): void {
  const metric = (metricName: string, statistic: string, period = QUARTER) =>
    new Metric({
      namespace: "AWS/CloudFront",
      metricName,
      // Both are needed (CloudFront guide, "Values for CloudFront dimensions"); the CDK's own metrics have the first only.
      dimensionsMap: { DistributionId: distributionId, Region: "Global" },
      period,
      statistic,
    });
  alarms.add({
    ...of,
    name: "site-5xx",
    severity: "warning",
    cause: "ours",
    kind: "event",
    impact: "The site answers with server errors: the published list or its own pages do not show.",
    metric: new MathExpression({
      label: "server errors of the site, % of requests",
      period: QUARTER,
      // CloudFront's rate is in percent already.
      expression: "IF(FILL(requests, 0) >= 20, rate, 0)",
      usingMetrics: {
        rate: metric("5xxErrorRate", Stats.AVERAGE),
        requests: metric("Requests", Stats.SUM),
      },
    }),
    threshold: 10,
  });
  alarms.add({
    ...of,
    name: "site-traffic",
    severity: "warning",
    cause: "theirs",
    kind: "event",
    impact: "Nobody is refused, but the bill grows: somebody downloads much from the site, which has no throttle.",
    metric: metric("BytesDownloaded", Stats.SUM, HOUR),
    threshold: TRAFFIC,
  });
}
