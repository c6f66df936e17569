import { describe, expect, it } from "vitest";
import { filterPattern } from "../../../lib/local/alarms/filter-pattern.ts";
import { synthesized } from "../synthesized.ts";

/** The log lines that a metric counts, and similar ones that it must not count. */
interface Lines {
  readonly counts: readonly object[];
  readonly leavesOut: readonly object[];
}

const done = { message: "bookmark_processed", saved: true, retried: true, retrying: false };
const failed = { message: "bookmark_failed", retryable: true, code: "upstream_error" };
const page = { message: "mercari_page", page: "search", complete: true };
const failing = { message: "mercari_search_failing" };
const report = (status: string) => ({ type: "platform.report", record: { status } });

/** Lambda's own line about an invocation (Lambda guide, "Telemetry API event schema reference", `Status`). */
const crashed: Lines = {
  counts: [report("failure"), report("error"), report("timeout")],
  leavesOut: [report("success"), { type: "platform.start", record: { status: "error" } }],
};
const recovered: Lines = {
  counts: [done, { ...done, retrying: true }],
  leavesOut: [{ ...done, saved: false }, { ...done, retried: false }, failed],
};
const exhausted: Lines = {
  counts: [failed],
  leavesOut: [{ ...failed, retryable: false }, { ...failed, code: "message_not_understood" }, done],
};

/** Of each metric with more than one condition. */
const LINES: Readonly<Record<string, Lines>> = {
  "workers-crashing": crashed,
  "functions-failing": crashed,
  "left-to-reconcile": {
    counts: [{ message: "send_left_to_reconcile" }, { message: "publish_deferred_to_reconcile" }],
    leavesOut: [{ message: "reconcile_failed" }],
  },
  "api-duration": {
    counts: [{ message: "request_answered", route: "GET /v1/bookmarks" }],
    leavesOut: ["POST /v1/crawl/execute", "POST /v1/users/{sub}/move", "POST /v1/recommendations/check"].map(
      (route) => {
        return { message: "request_answered", route };
      },
    ),
  },
  "bookmarks-dead-lettered": {
    counts: [{ message: "message_dead_lettered", queue: "prod-bookmark-processing" }],
    leavesOut: [{ message: "message_dead_lettered", queue: "prod-oembed-fetch" }],
  },
  "bookmarks-reprocess-asked": {
    counts: [{ message: "bookmark_reprocess_requested", from: "failed" }],
    leavesOut: [{ message: "bookmark_reprocess_requested", from: "done" }],
  },
  "bookmarks-retries-ended": {
    counts: [...recovered.counts, ...exhausted.counts],
    leavesOut: [...recovered.leavesOut, ...exhausted.leavesOut].filter((line) => line !== done && line !== failed),
  },
  "bookmarks-retries-failed": exhausted,
  "bookmarks-retries-succeeded": recovered,
  "bookmarks-delay": {
    counts: [done, { ...done, retried: false }],
    leavesOut: [
      { ...done, saved: false },
      { ...done, retrying: true },
    ],
  },
  "mercari-markup-changed": {
    counts: [{ ...page, error_kind: "unrecognized" }],
    leavesOut: [page, { ...page, error_kind: "blocked" }, { ...page, page: "detail", error_kind: "unrecognized" }],
  },
  "mercari-pages-unreadable": {
    counts: [
      { ...page, complete: false },
      ...["unrecognized", "not_rendered", "truncated"].map((error_kind) => ({ ...page, error_kind })),
    ],
    // A refusal has an alarm of its own, and ends by itself.
    leavesOut: [page, { ...page, error_kind: "blocked" }],
  },
  "mercari-search-unread": {
    counts: ["not_rendered", "robots_forbidden", "robots_unavailable", "http_error", "unreachable"].map(
      (error_kind) => {
        return { ...failing, error_kind };
      },
    ),
    leavesOut: ["blocked", "rate_limited", "breaker_open"].map((error_kind) => ({ ...failing, error_kind })),
  },
};

/** The metrics that are compared with the lines of the code itself, in alarms.test.ts and event-sources.test.ts. */
const MATCHED_WITH_THE_CODE = /^(api-throttled|work-given-up)$/;

const filters = synthesized()
  .some("AWS::Logs::MetricFilter")
  .map(([id, { Properties }]) => {
    const pattern: string = Properties.FilterPattern;
    return { id, pattern, metric: String(Properties.MetricTransformations[0].MetricName) };
  })
  .filter(({ metric, pattern }) => /&&|\|\|/.test(pattern) && !MATCHED_WITH_THE_CODE.test(metric));

it("every metric with more than one condition is here, and no other", () => {
  const metrics = new Set(filters.map(({ metric }) => metric));
  expect(metrics, "Add the lines that each counts and leaves out to LINES here").toEqual(new Set(Object.keys(LINES)));
});

describe.each(filters)("metric $metric, by $id", ({ metric, pattern }) => {
  const { counts, leavesOut } = LINES[metric] ?? { counts: [], leavesOut: [] };
  const isCounted = filterPattern(pattern);

  it.each(counts)("counts %j", (line) => {
    expect(isCounted(line)).toBe(true);
  });

  it.each(leavesOut)("leaves out %j", (line) => {
    expect(isCounted(line)).toBe(false);
  });
});
