import type { ExecutedCrawl } from "../../../client/answers.ts";
import { crawlErrorLine } from "../crawl-error-line.ts";
import type { Finding } from "../doctor/check.ts";
import { fail, ok } from "../doctor/check.ts";
import { MARK } from "./marks.ts";
import type { SmokedSystem } from "./smoked-system.ts";

/** A search with almost no results: one page, and no listing is requested. A page without results is rendered, too. */
const SEARCH = { keyword: MARK, min_price: 9_999_999, max_price: 9_999_999, enabled: false };

/** A crawl that does not end within the API's 20 s goes to the queue; another crawl may have the lease. */
const PATIENCE_MS = 120_000;

/** Has a product crawled whose search is one page of Mercari, through the stage's page source. */
export async function crawlSearch({ client, wait, called }: SmokedSystem): Promise<Finding> {
  const { id } = await client.products.create({ name: MARK, crawl: SEARCH });
  const [crawl] = await client.products.crawl({ product_id: id });
  if (crawl === undefined) return fail("The API crawled nothing.", "docs/runbook.md#api-5xx helps.");
  if (crawl.outcome !== "queued") return finding(crawl, called);
  const last = await wait.until(async (signal) => {
    const { last_crawl } = await client.products.get(id, { signal });
    // The crawl that had no time is a last crawl, too.
    return last_crawl === null || last_crawl.outcome === "queued" ? undefined : last_crawl;
  }, PATIENCE_MS);
  if (last === undefined) {
    return fail(
      `The search was not rendered within ${PATIENCE_MS / 1_000} s.`,
      "docs/runbook.md#queues-stuck if no crawl ends; crawls wait for each other.",
    );
  }
  const { outcome, error_kind } = last;
  return finding({ ...crawl, outcome, ...(error_kind === null ? {} : { error_kind }) }, called);
}

function finding(crawl: ExecutedCrawl, called: string): Finding {
  if (crawl.outcome !== "error") return ok("A search on Mercari is rendered and read.");
  return fail(crawlErrorLine(crawl), `${called} doctor --live requests one search outside of a crawl.`);
}
