import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import { searchFailing } from "../../shared/notices/kinds/search-failing.ts";
import { newNotice } from "../../shared/notices/notice.ts";
import type { NoticeWriter } from "../../shared/notices/notice-writer.ts";
import type { CrawlRun } from "../domain/crawl-run.ts";
import type { CrawledProduct, LastCrawl, Product } from "../domain/product.ts";
import { searchUrl } from "../domain/search-url.ts";

/** How long, in milliseconds, all crawls of a product must have failed before a line is logged for an alarm. */
const LOGGED_MS = 3 * 3_600_000;
/** The same before a notice is made. */
const FAILING_MS = 24 * 3_600_000;

/** How a crawl ended, and since when the product's crawls have failed. */
export function lastCrawlOf({ lastCrawl }: Product, run: CrawlRun): LastCrawl {
  const { finishedAt, outcome, errorKind, complete } = run;
  return { finishedAt, outcome, errorKind, complete, failingSince: failingSince(lastCrawl?.failingSince ?? null, run) };
}

function failingSince(known: string | null, { outcome, pages, finishedAt }: CrawlRun): string | null {
  if (outcome === "error") return known ?? finishedAt;
  // A crawl without time for a page has not shown that the search works.
  return pages.length === 0 ? known : null;
}

/**
 * Logs that all crawls of a product have failed for hours, and makes a notice after a day. It is called by every failed
 * crawl, before its end is stored; the notice has the id of the first failure, so that there is only one until a crawl has
 * succeeded.
 */
export async function makeFailingNotice(
  { id, name, crawl }: CrawledProduct,
  { failingSince, errorKind }: LastCrawl,
  { notices, clock }: { readonly notices: Pick<NoticeWriter, "put">; readonly clock: Clock },
): Promise<void> {
  if (failingSince === null || errorKind === null || errorKind === "lost") return;
  const now = clock.now();
  const failingMs = now.getTime() - Date.parse(failingSince);
  if (failingMs < clock.wait(LOGGED_MS)) return;
  log.warn("mercari_search_failing", { product_id: id, error_kind: errorKind, failing_since: failingSince });
  if (failingMs < clock.wait(FAILING_MS)) return;
  await notices.put(
    newNotice(
      searchFailing,
      {
        about: ["product", id, failingSince],
        data: { product: { id, name }, since: failingSince, error: errorKind, url: searchUrl(crawl, null) },
      },
      now,
    ),
  );
}
