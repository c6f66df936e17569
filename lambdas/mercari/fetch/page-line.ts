import { log } from "../../shared/log.ts";
import type { CrawlErrorKind } from "../domain/crawl-run.ts";

/** What of a reader's outcome is logged, where it has it. */
interface LoggedOutcome {
  readonly kind: string;
  readonly errorKind?: CrawlErrorKind;
  readonly layout?: string;
  readonly complete?: boolean;
  readonly items?: readonly unknown[];
}

/** What became of one page. */
export interface PageFacts {
  /** What the reader made of it; null if there was nothing to read. */
  readonly outcome: LoggedOutcome | null;
  /** Why there was nothing to read; the reader's errors are in its outcome. */
  readonly errorKind?: CrawlErrorKind;
  readonly status?: number;
  /** From the question to the answer. */
  readonly milliseconds?: number;
  /** For people: what a failed fetch says of itself. */
  readonly detail?: string;
}

/**
 * Logs the one line of a page. Metrics are made of it: a dimension is never missing, and `complete` is false for a page
 * with cards that could not be read, and for no other.
 */
export function logPage(url: URL, { outcome, errorKind, status, milliseconds, detail }: PageFacts): void {
  log.info("mercari_page", {
    page: url.pathname === "/search" ? "search" : "listing",
    // Without the query, which says what somebody looks for.
    path: url.pathname,
    outcome: outcome?.kind ?? "none",
    error_kind: outcome?.errorKind ?? errorKind ?? "none",
    layout: outcome?.layout ?? "none",
    complete: outcome?.complete ?? null,
    status: status ?? null,
    items: outcome?.items?.length ?? 0,
    milliseconds: milliseconds ?? 0,
    ...(detail === undefined ? {} : { detail }),
  });
}
