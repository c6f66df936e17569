import { Duration } from "aws-cdk-lib";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { HOUR } from "./constructs/alarms.ts";
import { logLine } from "./constructs/function-logs.ts";
import type { LambdaFunction } from "./constructs/lambda-function.ts";
import type { Platform } from "./constructs/platform.ts";
import { DEAD_LETTERED } from "./constructs/queue-worker.ts";
import { average, percentage, WINDOWS } from "./constructs/ratio.ts";

const AVERAGE_DELAY = "from request to result, ms on average";

/**
 * The success of retries, the delay of results and the reprocess requests of users, from log lines; beyond the metrics
 * and alarms of each queue and function.
 *
 * @param queue the name of the worker's queue
 */
export function watchBookmarks(
  platform: Platform,
  { api, worker, queue }: { readonly api: LambdaFunction; readonly worker: LambdaFunction; readonly queue: string },
): void {
  const isTrue = (field: string) => FilterPattern.booleanValue(field, true);
  const processed = FilterPattern.all(logLine("bookmark_processed"), isTrue("$.saved"));
  const recovered = FilterPattern.all(processed, isTrue("$.retried"));
  const exhausted = FilterPattern.all(
    logLine("bookmark_failed"),
    isTrue("$.retryable"),
    FilterPattern.stringValue("$.code", "!=", "message_not_understood"),
  );

  const ofBookmarks = FilterPattern.stringValue("$.queue", "=", `${platform.stage}-${queue}`);
  const deadLetters = worker
    .logMetric({ name: "bookmarks-dead-lettered", pattern: FilterPattern.all(logLine(DEAD_LETTERED), ofBookmarks) })
    .with({ period: HOUR });
  platform.alarms.add({
    name: "bookmarks-dead-letters-hourly",
    severity: "urgent",
    cause: "theirs",
    kind: "event",
    impact: "Many bookmarks fail at once: a large site, the summariser or our way out is down.",
    metric: deadLetters,
    threshold: 10,
    when: "above",
  });

  const retriesEnded = worker.logMetric({
    name: "bookmarks-retries-ended",
    pattern: FilterPattern.any(recovered, exhausted),
  });
  const retriesFailed = worker.logMetric({ name: "bookmarks-retries-failed", pattern: exhausted });
  const retriesSucceeded = worker.logMetric({ name: "bookmarks-retries-succeeded", pattern: recovered });
  // Only first attempts: a back-off is long on purpose, and a redrive may come days later.
  const undisturbed = FilterPattern.all(processed, FilterPattern.booleanValue("$.retrying", false));
  const delay = worker.logMetric({ name: "bookmarks-delay", pattern: undisturbed, value: "$.delay_ms" });
  for (const { suffix, period } of WINDOWS) {
    platform.alarms.add({
      name: `bookmarks-retries-failing${suffix}`,
      severity: "warning",
      cause: "theirs",
      kind: "event",
      impact: "Bookmarks that a passing fault has hit do not recover by themselves; users have to press retry.",
      metric: percentage({ label: "retries that failed, %", part: retriesFailed, whole: retriesEnded, period }),
      threshold: 5,
      when: "above",
    });
  }
  // Not by the day, too: with fewer than five an hour there is no backlog, and `bookmark-processing-late` tells of each one.
  const averageDelay = average({ label: AVERAGE_DELAY, metric: delay, period: HOUR });
  platform.alarms.add({
    name: "bookmarks-late",
    severity: "warning",
    cause: "ours",
    kind: "event",
    impact: "Title and summary of new bookmarks come more than five minutes late on average.",
    metric: averageDelay,
    threshold: Duration.minutes(5).toMilliseconds(),
    when: "above",
  });
  platform.dashboard.show(
    "Bookmarks: automatic retries",
    percentage({ label: "retries that succeeded, %", part: retriesSucceeded, whole: retriesEnded, period: HOUR }),
  );
  platform.dashboard.show("Bookmarks: delay and dead letters", averageDelay, deadLetters);

  // A bookmark that is done may also be processed again; that does not count as a retry.
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
      part: reprocessRequests,
      whole: failed,
      minimum: 1,
      period: HOUR,
    }),
  );
}
