import { Duration } from "aws-cdk-lib";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import type { LambdaFunction } from "./constructs/lambda-function.ts";
import { logLine } from "./constructs/lambda-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { percentage } from "./constructs/ratio.ts";

const HOUR = Duration.hours(1);
/** Below this many an hour, a share or an average is not significant. */
const ENOUGH = 20;

/**
 * The success of retries, the delay of results and the reprocess requests of users, from log lines; beyond the metrics
 * and alarms of each queue and function.
 *
 * @param maxReceiveCount the receive after which SQS dead-letters a message
 */
export function watchBookmarks<A, W>(
  platform: Platform,
  {
    api,
    worker,
    maxReceiveCount,
  }: { readonly api: LambdaFunction<A>; readonly worker: LambdaFunction<W>; readonly maxReceiveCount: number },
): void {
  const hourly = { period: HOUR, statistic: Stats.SUM };
  const isTrue = (field: string) => FilterPattern.booleanValue(field, true);
  const processed = FilterPattern.all(logLine("bookmark_processed"), isTrue("$.saved"));
  const recovered = FilterPattern.all(processed, isTrue("$.retried"));
  const exhausted = FilterPattern.all(
    logLine("bookmark_failed"),
    isTrue("$.retryable"),
    FilterPattern.stringValue("$.code", "!=", "message_not_understood"),
  );

  // No metric of SQS counts dead letters (NumberOfMessagesSent excludes them), so the lines of the last receive do.
  const lastReceive = FilterPattern.numberValue("$.receive_count", "=", maxReceiveCount);
  const deadLetters = worker
    .logMetric({
      name: "bookmarks-dead-lettered",
      pattern: FilterPattern.all(logLine("message_given_up"), lastReceive),
    })
    .with(hourly);
  platform.alarms.add({
    name: "bookmarks-dead-letters-hourly",
    severity: "warning",
    impact: "Many bookmarks fail at once: a large site, the summariser or our way out is down.",
    metric: deadLetters,
    threshold: 10,
    when: "above",
  });

  const retriesEnded = worker
    .logMetric({ name: "bookmarks-retries-ended", pattern: FilterPattern.any(recovered, exhausted) })
    .with(hourly);
  const shareOfRetries = (label: string, name: string, pattern: ReturnType<typeof FilterPattern.all>) =>
    percentage({
      label,
      part: worker.logMetric({ name, pattern }).with(hourly),
      whole: retriesEnded,
      minimum: ENOUGH,
      period: HOUR,
    });
  platform.alarms.add({
    name: "bookmarks-retries-failing",
    severity: "warning",
    impact: "Bookmarks that a passing fault has hit do not recover by themselves; users have to press retry.",
    metric: shareOfRetries("retries that failed, %", "bookmarks-retries-failed", exhausted),
    threshold: 5,
    when: "above",
  });
  platform.dashboard.show(
    "Bookmarks: automatic retries",
    shareOfRetries("retries that succeeded, %", "bookmarks-retries-succeeded", recovered),
  );

  // Only first attempts: a back-off is long on purpose, and a redrive may come days later.
  const undisturbed = FilterPattern.all(processed, FilterPattern.booleanValue("$.retrying", false));
  const delay = worker.logMetric({ name: "bookmarks-delay", pattern: undisturbed, value: "$.delay_ms" });
  const averageDelay = new MathExpression({
    label: "from request to result, ms on average",
    period: HOUR,
    expression: `IF(FILL(count, 0) >= ${ENOUGH}, delay, 0)`,
    usingMetrics: {
      delay: delay.with({ period: HOUR }),
      count: delay.with({ period: HOUR, statistic: Stats.SAMPLE_COUNT }),
    },
  });
  platform.alarms.add({
    name: "bookmarks-late",
    severity: "warning",
    impact: "Title and summary of new bookmarks come more than five minutes late on average.",
    metric: averageDelay,
    threshold: Duration.minutes(5).toMilliseconds(),
    when: "above",
  });
  platform.dashboard.show("Bookmarks: delay and dead letters", averageDelay, deadLetters);

  // A bookmark that is done may be processed again, too: that is no retry.
  const reprocessRequests = api.logMetric({
    name: "bookmarks-reprocess-asked",
    pattern: FilterPattern.all(
      logLine("bookmark_reprocess_requested"),
      FilterPattern.stringValue("$.from", "=", "failed"),
    ),
  });
  const failed = worker.logMetric({ name: "bookmarks-failed", pattern: logLine("bookmark_failed") });
  platform.dashboard.show(
    "Bookmarks: reprocessing by hand",
    percentage({
      label: "requested by users, % of failures",
      part: reprocessRequests.with(hourly),
      whole: failed.with(hourly),
      minimum: 1,
      period: HOUR,
    }),
  );
}
