/** Whose fault it is that a message is given up: `ours` is this system, its deployment, and AWS below it. */
export type Fault = "ours" | "theirs";

/**
 * The codes of failures whose cause is the other side: the site, the page or the model. Any other code is ours, so that
 * a new one fires the alarm until it is listed here.
 */
const THEIRS: ReadonlySet<string> = new Set([
  // Of every outbound request (lambdas/shared/outbound/request-failure.ts).
  "network",
  "timeout",
  "name_not_resolved",
  "request_timeout",
  "too_early",
  "rate_limited",
  "upstream_error",
  // A model that answers without a usable summary of this page.
  "llm_output_invalid",
  // Of Mercari's pages (lambdas/mercari/domain/crawl-error.ts).
  "unreachable",
  "http_error",
  "truncated",
  "robots_unavailable",
]);

export function faultOf(code: string): Fault {
  return THEIRS.has(code) ? "theirs" : "ours";
}
