import { describe, expect, it } from "vitest";
import { CALL_LIMITS, longestCallMs } from "../../../lambdas/shared/aws-client.ts";
import { listed, synthesized } from "../synthesized.ts";
import { constant } from "./constant.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Lambda ends an environment whose init takes longer (Lambda guide, "Lambda runtime environment"). */
const INIT = 10_000;
/** The gateway's limit of an integration (HTTP API quotas). */
const GATEWAY = 30_000;
/** SQS's longest delay of a message, and its longest visibility time-out. */
const SQS_DELAY_SECONDS = 900;
const SQS_VISIBILITY = 12 * HOUR;

const stack = synthesized();
const functions = stack.some("AWS::Lambda::Function");

/** A function's time-out in milliseconds. @param entry e.g. `books/worker` */
function timeoutOf(entry: string): number {
  const found = functions.find(([, { Properties }]) => Properties.Description === `lambdas/${entry}.ts`);
  if (found === undefined) throw new Error(`There is no function ${entry}`);
  return found[1].Properties.Timeout * 1_000;
}

/** A queue's property in milliseconds. */
function queueTime(name: string, property: "VisibilityTimeout" | "MessageRetentionPeriod"): number {
  const found = stack.some("AWS::SQS::Queue").find(([, { Properties }]) => Properties.QueueName === `prod-${name}`);
  if (found === undefined) throw new Error(`There is no queue ${name}`);
  return found[1].Properties[property] * 1_000;
}

const CALL = longestCallMs(CALL_LIMITS.dynamodb);
const MAIL = longestCallMs(CALL_LIMITS.ses);
const RENDERING = longestCallMs(CALL_LIMITS.lambda);
const RETURNED = constant("lambdas/shared/work/worker.ts", "RETURN_MARGIN_MS");
const ANSWERED = constant("lambdas/shared/deadline.ts", "ANSWER_MARGIN_MS");
const GRACE = constant("lambdas/shared/work/reconcile.ts", "RECONCILE_GRACE_MS");
const LEASE = constant("lambdas/shared/work/lease.ts", "LEASE_MS");
const CLAIM = constant("lambdas/shared/sending/send-once.ts", "CLAIM_MS");
const PAGE = constant("lambdas/mercari/fetch/render-page.ts", "totalMs");
const EVERY_CRAWL = HOUR;

describe.each<[string, readonly (readonly [why: string, shorter: number, longer: number])[]]>([
  [
    "work ends before its function",
    [
      ["a failure is recorded between the return of messages and the answer", ANSWERED, RETURNED - 1_000],
      [
        "a deck's provider",
        constant("lambdas/slides/fetch-metadata.ts", "PROVIDER_TIMEOUT_MS") + CALL,
        timeoutOf("slides/worker") - RETURNED,
      ],
      [
        "a page, then its canonical one, a model's summary, and a write",
        constant("lambdas/bookmarks/fetch/fetch-page.ts", "PAGE_TIMEOUT_MS") +
          constant("lambdas/bookmarks/fetch/find-duplicate.ts", "CANONICAL_TIMEOUT_MS") +
          longestCallMs(CALL_LIMITS.bedrock) +
          CALL,
        timeoutOf("bookmarks/worker") - RETURNED,
      ],
      [
        "the last page of a run of books, read at four attempts",
        constant("lambdas/books/work/collect-run.ts", "RUN_MS") +
          4 * constant("lambdas/books/fetch/fetch-volumes.ts", "ANSWER_TIMEOUT_MS") +
          CALL,
        timeoutOf("books/worker") - RETURNED,
      ],
      [
        "the last page of a crawl",
        constant("lambdas/mercari/worker.ts", "WORK_MS") + RENDERING + CALL,
        timeoutOf("mercari/worker") - RETURNED,
      ],
      [
        "the last notice of a run",
        constant("lambdas/notices/send-due.ts", "RUN_MS") +
          constant("lambdas/notices/post-notice.ts", "TIMEOUT_MS") +
          MAIL +
          2 * CALL,
        timeoutOf("notices/on-schedule") - ANSWERED,
      ],
      [
        "a Webmention: its endpoint, the announcement, the list's publication",
        2 * constant("lambdas/recommendations/fetch/post-webmention.ts", "TIMEOUT_MS") +
          constant("lambdas/recommendations/work/deliver-webmention.ts", "PUBLISH_WAIT_SECONDS") * 1_000,
        timeoutOf("recommendations/send-worker") - RETURNED,
      ],
      [
        "what a person waits for, by a request for crawls",
        constant("lambdas/mercari/http/execute-crawl.ts", "CRAWLS_MS"),
        timeoutOf("mercari/api") - ANSWERED,
      ],
      [
        "the removal of a product",
        constant("lambdas/mercari/http/delete-product.ts", "CALL_MS"),
        timeoutOf("mercari/api") - ANSWERED,
      ],
      ["a page that never settles", constant("lambdas/mercari/fetch/render-page.ts", "atMostMs"), PAGE],
      ["a rendered page", PAGE, timeoutOf("mercari/renderer") - ANSWERED],
      ["the renderer, asked by the crawl", timeoutOf("mercari/renderer"), CALL_LIMITS.lambda.attemptMs],
      [
        "the renderer, asked by `doctor --live`",
        timeoutOf("mercari/renderer"),
        constant("lib/cli/doctor/live/mercari-check.ts", "PAGE_TIMEOUT_MS"),
      ],
      ["the sample of init", constant("lambdas/shared/warm-up-handler.ts", "LONGEST_MS"), INIT],
    ],
  ],
  [
    "a request ends before the gateway's limit",
    functions
      .filter(([, { Properties }]) => /\/api\.ts$/.test(Properties.Description))
      .map(([, { Properties }]) => [Properties.Description, Properties.Timeout * 1_000, GATEWAY]),
  ],
  [
    "a lease and a claim outlive their holder's silence",
    [
      [
        "a lease survives a renewal that takes as long as a call can, and the one before it that was late",
        constant("lambdas/shared/work/lease.ts", "RENEWAL_MS") * 2 + CALL,
        LEASE,
      ],
      [
        "a page is fetched under a lease that another process may take over only after it",
        CALL,
        LEASE - constant("lambdas/shared/work/lease.ts", "RENEWAL_MS"),
      ],
      ["no invocation that mails or posts runs as long as a claim lasts", Math.max(...senders()), CLAIM - CALL],
      [
        "nor is a claim's message received before the claim may be judged",
        constant("lambdas/shared/sending/send-once.ts", "GIVEN_BACK_MS"),
        CLAIM,
      ],
      [
        "a lock of the command line is renewed twice before it expires",
        10_000 * 2,
        constant("client/node/process-lock.ts", "LEASE_MS"),
      ],
    ],
  ],
  [
    "reconcile and late writes",
    [
      [
        "a bookmark is late before reconcile resends its message",
        constant("lambdas/bookmarks/reconcile.ts", "LATE_MS"),
        GRACE,
      ],
      ["a deck's attempt ends before reconcile takes it for lost", timeoutOf("slides/worker"), GRACE],
      ["a page's attempt, likewise", timeoutOf("bookmarks/worker"), GRACE],
      [
        "an offer is kept until the crawl that found it has stored its row",
        timeoutOf("mercari/worker"),
        constant("lambdas/mercari/work/price-alerts.ts", "UNSTORED_MS") - CALL,
      ],
      [
        "a digest waits for writes of the day before, by a clock that is late",
        CALL + MINUTE,
        constant("lambdas/notices/send-due.ts", "DIGEST_AFTER_MS"),
      ],
    ],
  ],
  [
    "what is remembered outlives what asks for it",
    [
      [
        "a tombstone, and a follower who may stay away",
        constant("lambdas/shared/changes/tombstone.ts", "FOLLOWED_MS") + 6 * DAY,
        constant("lambdas/shared/changes/tombstone.ts", "TOMBSTONE_MS"),
      ],
      [
        "the attempts of a crawl, and its dead letter that is redriven on the last day",
        queueTime("mercari-crawl-dlq", "MessageRetentionPeriod"),
        constant("lambdas/mercari/tables/crawl-counts.ts", "ATTEMPTS_KEPT_SECONDS") * 1_000 - 1,
      ],
      [
        "a copy of robots.txt, and the time until the next one",
        constant("lambdas/mercari/fetch/robots.ts", "FRESH_MS"),
        constant("lambdas/mercari/fetch/robots.ts", "USED_MS"),
      ],
      [
        "an answer on the device, and the overlap of two passes through the changes",
        overlap(),
        constant("client/sync/stored-items.ts", "UNLISTED_MS"),
      ],
      [
        "a day's count of Google's requests, and the day in any zone",
        2 * DAY,
        constant("lambdas/books/tables/quota-table.ts", "RETENTION_SECONDS") * 1_000,
      ],
      [
        "a message of a queue, and its dead letter",
        queueTime("bookmark-processing", "MessageRetentionPeriod") - 1,
        queueTime("bookmark-processing-dlq", "MessageRetentionPeriod"),
      ],
    ],
  ],
  [
    "waits fit what they are handed to",
    [
      [
        "refreshes are spread by SQS's delay",
        constant("lambdas/recommendations/on-schedule.ts", "SPREAD_SECONDS") - 1,
        SQS_DELAY_SECONDS,
      ],
      [
        "verifications, likewise",
        constant("lambdas/recommendations/tables/rate-table.ts", "MAX_DELAY_SECONDS") - 1,
        SQS_DELAY_SECONDS,
      ],
      [
        "a reserved turn is waited for by ChangeMessageVisibility",
        constant("lambdas/mercari/fetch/reserve-turn.ts", "LONGEST_WAIT_SECONDS") * 1_000,
        SQS_VISIBILITY,
      ],
      [
        "a reserved turn comes before the next crawl's",
        constant("lambdas/mercari/fetch/reserve-turn.ts", "LONGEST_WAIT_SECONDS") * 1_000 - 1,
        EVERY_CRAWL,
      ],
      [
        "a second look at a deleted page comes before the next check of it",
        constant("lambdas/mercari/domain/crawl-result.ts", "CONFIRM_DELETION_MS"),
        constant("lambdas/mercari/domain/watch-list.ts", "CHECK_INTERVAL_MS"),
      ],
    ],
  ],
])("%s", (_, relations) => {
  it.each(relations)("%s", (_why, shorter, longer) => {
    expect(shorter).toBeLessThan(longer);
  });
});

/** The time-outs of the functions that mail, or post notices. */
function senders(): number[] {
  return functions.flatMap(([, { Properties }]) => {
    const sends = stack.statementsOf(Properties.Role).some(({ Action }) => listed(Action).includes("ses:SendEmail"));
    return sends || Properties.Description === "lambdas/notices/on-schedule.ts" ? [Properties.Timeout * 1_000] : [];
  });
}

/** By how much two passes through the changes overlap, in milliseconds. */
function overlap(): number {
  const [, reader] = functions.find(([, { Properties }]) => Properties.Description === "lambdas/changes/api.ts") ?? [];
  return Number(reader?.Properties.Environment.Variables.OVERLAP_SECONDS) * 1_000;
}

describe.each(stack.some("AWS::Scheduler::Schedule"))("the alarm on a silent schedule %s", (_, { Properties }) => {
  it("waits longer than its runs may lie apart, and less than three of them or a quarter of an hour", () => {
    const name = stack.withoutStage(Properties.Name);
    const [, alarm] = stack
      .some("AWS::CloudWatch::Alarm")
      .find(([, each]) => stack.withoutStage(each.Properties.AlarmName) === `${name}-silent`) ?? ["", undefined];
    const silent = (alarm?.Properties.Period ?? 0) * 1_000 * (alarm?.Properties.EvaluationPeriods ?? 0);
    const apart =
      intervalOf(Properties.ScheduleExpression) + (Properties.FlexibleTimeWindow.MaximumWindowInMinutes ?? 0) * MINUTE;
    expect(silent).toBeGreaterThan(apart);
    expect(silent).toBeLessThanOrEqual(Math.max(3 * apart, 15 * MINUTE));
  });
});

/** Milliseconds between two runs by a schedule's expression. */
function intervalOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit !== undefined) return Number(count) * { minute: MINUTE, hour: HOUR, day: DAY }[unit as "minute"];
  if (expression === "cron(0 * * * ? *)") return HOUR;
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(expression)) return DAY;
  throw new Error(`Nobody knows how often ${expression} is`);
}
