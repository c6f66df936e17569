import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { CfnQueryDefinition } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { LogKind } from "./constructs/function-logs.ts";
import type { Platform } from "./constructs/platform.ts";

type Group = LogKind | "api";

interface SavedQuery {
  /** What it answers, without a full stop; shown in docs/runbook.md. */
  readonly answers: string;
  readonly over: readonly Group[];
  /** The commands of Logs Insights, one a line. */
  readonly commands: readonly string[];
  /** The title of its table on the dashboard, for what is looked at without a reason. */
  readonly onDashboard?: string;
}

const FUNCTIONS: readonly Group[] = ["requests", "workers", "runs"];

/** Adds the field `writer`, the function with its stage, which only the name of the log stream has. */
const WRITER = "parse @logStream /(?<writer>[a-z0-9-]+)\\[/";

const said = (...codes: readonly string[]) =>
  codes.length === 1
    ? `filter message = "${codes[0]}"`
    : `filter message in [${codes.map((code) => `"${code}"`).join(", ")}]`;

const ENDS = ["message_dead_lettered", "message_given_up", "message_failed", "message_not_understood"] as const;

/** A query for each question of docs/runbook.md, by the name that the runbook gives it. */
export const SAVED_QUERIES: Readonly<Record<string, SavedQuery>> = {
  "administrators-access": {
    answers: "which administrator has read or changed whose items",
    over: ["requests"],
    commands: [
      said("user_data_read", "user_data_deleted", "user_data_moved", "failed_jobs_read", "failed_job_retried"),
      "fields @timestamp, message, user_id, owner_id, owner_ids.0, to, data, correlation_id",
      "sort @timestamp desc",
    ],
  },
  "api-callers": {
    answers: "who sends most, by person (`sub` of the token), route and status",
    over: ["api"],
    commands: ["stats count() as requests by user_id, route, status", "sort requests desc"],
  },
  "api-errors": {
    answers: "which routes answer with server errors, and what the gateway says",
    over: ["api"],
    commands: ["filter status like /^5/", "stats count() by route, status, error, integration_error, authorizer_error"],
  },
  "api-latency": {
    answers: "how long the routes take in milliseconds, and how many of their answers are errors (classes 4 and 5)",
    over: ["api"],
    commands: [
      "stats count() as requests, pct(latency_ms, 50) as p50, pct(latency_ms, 95) as p95 by route, substr(status, 0, 1) as class",
      "sort p95 desc",
    ],
    onDashboard: "Routes: latency in ms, by the class of the answer (2, 4, 5)",
  },
  "api-request-failures": {
    answers: "why requests ended with a server error, and who sent them",
    over: ["requests"],
    commands: [
      said("request_failed"),
      "fields @timestamp, route, user_id, code, error, error_message, cause.error_message, correlation_id",
      "sort @timestamp desc",
    ],
  },
  "api-throttled": {
    answers: "which routes the gateway refuses with 429, by time",
    over: ["api"],
    commands: ['filter status = "429" and error != "-"', "stats count() by route, bin(5m)"],
  },
  "bookmark-history": {
    answers: "all lines of a bookmark",
    over: FUNCTIONS,
    commands: [
      'filter bookmark_id = "the id"',
      WRITER,
      "fields @timestamp, writer, message, code",
      "sort @timestamp asc",
    ],
  },
  "bookmarks-delay": {
    answers: "how long bookmarks take, by what summarises them",
    over: ["workers"],
    commands: [said("bookmark_processed"), "stats count(), avg(delay_ms), pct(delay_ms, 50) by summary_by"],
  },
  "bookmarks-failed": {
    answers: "why bookmarks fail",
    over: ["workers"],
    commands: [said("bookmark_failed"), "stats count() as failures by code, job_type, retryable", "sort failures desc"],
  },
  "bookmarks-late": {
    answers: "which bookmarks are late",
    over: ["runs"],
    commands: [
      said("bookmark_late"),
      "stats max(rounds) as resent, max(@timestamp) as latest by bookmark_id",
      "sort latest desc",
    ],
  },
  "books-exhausted": {
    answers: "when cursors of book jobs reached the end of their results, and by what",
    over: ["workers"],
    commands: [
      'filter message = "run_finished" and stop_reason = "exhausted"',
      "fields @timestamp, job, start_index, exhausted_by, total_items, query_set_hash",
      "sort @timestamp desc",
    ],
  },
  "books-failures": {
    answers: "why runs of book jobs fail, and where",
    over: ["workers"],
    commands: [
      'filter message = "run_finished" and stop_reason = "error"',
      "stats count() as failures by job, code, start_index",
      "sort failures desc",
    ],
  },
  "books-pages": {
    answers: "what Google said of each page of a search, its total included",
    over: ["workers"],
    commands: [said("books_page"), "sort @timestamp desc"],
  },
  "by-correlation-id": {
    answers: "all lines of a request, and of the messages that it caused",
    over: ["api", ...FUNCTIONS],
    commands: [
      'filter correlation_id = "the id" or request_id = "the id"',
      WRITER,
      "fields @timestamp, writer, level, message, code, error_message, route, status",
      "sort @timestamp asc",
    ],
  },
  "dead-letters": {
    answers: "which queues have dead letters, and why",
    over: ["workers"],
    commands: [said(...ENDS), "stats count() as messages by queue, message, code", "sort messages desc"],
  },
  "decks-failed": {
    answers: "why decks fail",
    over: ["workers"],
    commands: [said("stock_failed"), "stats count() as failures by code", "sort failures desc"],
  },
  "most-frequent-failures": {
    answers: "the most frequent warnings and errors",
    over: FUNCTIONS,
    commands: ['filter level in ["WARN", "ERROR"]', "stats count() as lines by message, code", "sort lines desc"],
  },
  "functions-failing": {
    answers: "which functions failed as a whole, and how",
    over: FUNCTIONS,
    commands: [
      'filter type = "platform.report" and record.status != "success"',
      WRITER,
      "stats count() as failures by writer, record.status, record.errorType",
      "sort failures desc",
    ],
  },
  "idempotency-replays": {
    answers: "which routes get keys that were used before, and from whom",
    over: ["requests"],
    commands: [said("idempotency_key_used"), "stats count() as keys by route, user_id, replays", "sort keys desc"],
  },
  "left-to-reconcile": {
    answers: "which messages and changes were left to reconcile, and why",
    over: FUNCTIONS,
    commands: [
      said("send_left_to_reconcile", "publish_deferred_to_reconcile"),
      WRITER,
      "stats count() as left by writer, message, queue, error",
      "sort left desc",
    ],
  },
  "mercari-deletions": {
    answers: "for which products the removal of listings stopped",
    over: ["workers"],
    commands: [said("mercari_deletions_stopped"), "stats count() by product_id, rows_on_sale"],
  },
  "mercari-pages": {
    answers: "how Mercari's pages were read",
    over: ["requests", "workers"],
    commands: [
      said("mercari_page"),
      "stats count() as pages by page, outcome, error_kind, layout, status, complete",
      "sort pages desc",
    ],
  },
  "mercari-refusals": {
    answers: "what Mercari has refused, and until when no request is sent",
    over: FUNCTIONS,
    commands: [
      said("mercari_breaker_opened", "page_data_refused"),
      "fields @timestamp, message, error_kind, until, status, place",
      "sort @timestamp desc",
    ],
  },
  "mercari-searches": {
    answers: "which products' searches fail, since when and with what",
    over: ["requests", "workers"],
    commands: [
      said("mercari_search_failing"),
      "stats max(@timestamp) as latest by product_id, error_kind, failing_since",
      "sort latest desc",
    ],
  },
  "model-failures": {
    answers: "what Bedrock says about summaries that fail",
    over: ["workers"],
    commands: [
      'filter message = "message_retried_later" and code like /^llm_/',
      "stats count() as failures by code, cause.error, cause.error_message",
      "sort failures desc",
    ],
  },
  "notices-not-delivered": {
    answers: "which notices were not delivered, by which channel and why",
    over: ["runs"],
    commands: [
      said("notice_not_delivered", "notice_refused", "notice_sending_failed", "webhook_not_configured"),
      "fields @timestamp, message, notice, channel, code, error, error_message",
      "sort @timestamp desc",
    ],
  },
  "queues-unread": {
    answers: "what waits in a queue that nobody reads",
    over: ["runs"],
    commands: [said("backlog_unread"), "stats count() as found by kind", "sort found desc"],
  },
  "reconcile-rounds": {
    answers: "what stays pending although its message was sent again, and what was given up",
    over: ["runs"],
    commands: [
      said("still_pending", "reconcile_gave_up", "reconcile_failed"),
      "stats count() as items, max(@timestamp) as latest by kind, message, round, error_message",
      "sort latest desc",
    ],
  },
  "renderer-pages": {
    answers: "how long the browser takes for pages, and why it could not render one",
    over: ["runs"],
    commands: [
      said("page_rendered", "page_not_rendered", "browser_not_started"),
      "fields @timestamp, message, path, status, milliseconds, requests_refused, kind",
      "sort @timestamp desc",
    ],
  },
  "schedules-runs": {
    answers: "how the runs of the schedules ended",
    over: ["runs"],
    commands: [
      said("schedule_done", "schedule_failed"),
      WRITER,
      "fields @timestamp, writer, message, resent, given_up, error, error_message",
      "sort @timestamp desc",
    ],
  },
  "secrets-not-readable": {
    answers: "which secrets can't be read, and why",
    over: FUNCTIONS,
    commands: [said("secret_not_readable"), "stats count() by secret, error, error_message"],
  },
  "table-throttles": {
    answers: "which tables DynamoDB throttles, and at what",
    over: FUNCTIONS,
    commands: [said("table_throttled"), "stats count() as requests by table, operation", "sort requests desc"],
  },
  "work-given-up": {
    answers: "what was given up by a fault of ours, and why",
    over: ["workers"],
    commands: [
      'filter fault = "ours"',
      "stats count() as messages by queue, message, code, error_message",
      "sort messages desc",
    ],
  },
  "work-not-needed": {
    answers: "which messages arrived and changed nothing",
    over: ["workers"],
    commands: [
      said(
        "fetch_not_needed",
        "processing_not_needed",
        "run_not_needed",
        "delivery_not_needed",
        "verification_not_needed",
        "message_failure_not_recorded",
      ),
      "stats count() as messages by message, code",
      "sort messages desc",
    ],
  },
};

/** The saved queries of CloudWatch Logs Insights, in a folder of the stage. They cost nothing until somebody runs one. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    const group = (of: Group): LogGroup => (of === "api" ? platform.accessLogs : platform.logs.group(of));
    for (const [name, { over, commands, onDashboard }] of Object.entries(SAVED_QUERIES)) {
      if (onDashboard !== undefined) platform.dashboard.ask(onDashboard, over.map(group), commands);
      new CfnQueryDefinition(this, name, {
        name: `${platform.stage}-magpie/${name}`,
        logGroupNames: over.map((of) => group(of).logGroupName),
        queryString: commands.join("\n| "),
      });
    }
  }
}
