import { Duration } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { FIVE_MINUTES, HOUR } from "./alarms.ts";
import type { FunctionLogs } from "./function-logs.ts";
import { logLine } from "./function-logs.ts";
import { percentile } from "./ratio.ts";

/** Longer than any request takes that waits for the tables only, in a warm function. */
const SLOW = Duration.seconds(3);

interface Gateway {
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  readonly alarms: Alarms;
  readonly metricNamespace: string;
}

export class GatewayAlarms extends Construct {
  constructor(scope: Construct, id: string, { api, accessLogs, alarms, metricNamespace }: Gateway) {
    super(scope, id);
    alarms.add({
      name: "api-5xx",
      severity: "urgent",
      cause: "ours",
      kind: "event",
      impact: "Requests fail with a server error; clients keep what they could not send and try again.",
      metric: api.metricServerError({ period: HOUR, statistic: Stats.SUM }),
      // Fewer are a hiccup, which the clients' retries cure.
      threshold: 5,
    });
    alarms.add({
      name: "api-5xx-any",
      severity: "warning",
      cause: "ours",
      kind: "event",
      impact: "At least one request failed with a server error: a bug, or a service of AWS that was away.",
      metric: api.metricServerError({ period: HOUR, statistic: Stats.SUM }),
      threshold: 1,
    });
    const throttled = new MetricFilter(this, "CountThrottled", {
      logGroup: accessLogs,
      // The gateway's own answer: the features refuse with 429 too, and then have written a body of their own.
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue("$.status", "=", "429"),
        FilterPattern.stringValue("$.error", "!=", "-"),
      ),
      metricNamespace,
      metricName: "api-throttled",
      metricValue: "1",
    });
    alarms.add({
      name: "api-throttled",
      severity: "warning",
      cause: "theirs",
      kind: "event",
      impact: "Requests are refused with 429: more of them come for one route than its throttle lets through.",
      metric: throttled.metric({ period: FIVE_MINUTES, statistic: Stats.SUM }),
      // Fewer are a burst, which the clients' retries spread.
      threshold: 10,
    });
  }
}

/**
 * Adds the alarm on requests for which people wait too long, by the functions' own lines: the gateway's would count the
 * start of a new environment, of which a stage with few users has many.
 *
 * @param longRoutes routes that may take long, as the gateway names them
 */
export function alarmOnSlowRequests(
  { alarms, logs }: { readonly alarms: Alarms; readonly logs: FunctionLogs },
  longRoutes: readonly string[],
): void {
  const others = longRoutes.map((route) => FilterPattern.stringValue("$.route", "!=", route));
  const durations = logs.metric("requests", {
    name: "api-duration",
    pattern: FilterPattern.all(logLine("request_answered"), ...others),
    value: "$.duration_ms",
  });
  alarms.add({
    name: "api-slow",
    severity: "warning",
    cause: "ours",
    kind: "event",
    impact: `People wait: one request in twenty takes ${SLOW.toSeconds()} seconds or longer.`,
    metric: percentile({ label: "slowest twentieth, ms", metric: durations, percent: 95, period: HOUR }),
    threshold: SLOW.toMilliseconds(),
  });
}
