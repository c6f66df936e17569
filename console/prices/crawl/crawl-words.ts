import type { CrawlRun, ExecutedCrawl, Product } from "../../../client/index.ts";
import { count, relative } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { sentences } from "../../language/sentences.ts";
import { crawlTexts } from "./crawl-texts.ts";
import { freshness, nextCrawl } from "./freshness.ts";

const MINUTE_MS = 60_000;

/** When a product's prices were read, or what went wrong. */
export function freshnessWords(product: Pick<Product, "crawl" | "last_crawl">, now: Date): string {
  const t = translations(crawlTexts);
  const fresh = freshness(product);
  switch (fresh.state) {
    case "unwatched":
      return t.unwatched;
    case "not-crawled":
      return t.notCrawled;
    case "crawled":
      return t.crawled(ago(fresh.at, now));
    case "partly-crawled":
      return t.partlyCrawled(ago(fresh.at, now));
    case "nothing-found":
      return t.nothingFound(ago(fresh.at, now));
    case "continues":
      return t.continues(ago(fresh.at, now));
    case "failed":
      return t.failed(ago(fresh.at, now), t.errors[fresh.why]);
  }
}

/** How long ago; within a minute `just now`, since a screen is rendered again only now and then. */
function ago(at: string, now: Date): string {
  return now.getTime() - Date.parse(at) < MINUTE_MS ? translations(crawlTexts).justNow : relative(at, now);
}

/** When a product is crawled next; empty for one that has nothing to be searched for, which is said elsewhere. */
export function nextCrawlWords(product: Pick<Product, "crawl" | "next_crawl_at">, now: Date): string {
  if (product.crawl === null) return "";
  const t = translations(crawlTexts);
  const next = nextCrawl(product, now);
  if (next.state === "at") return t.nextAt(relative(next.at, now));
  return next.state === "due" ? t.nextDue : t.nextOff;
}

/** The result of a requested crawl. */
export function outcomeWords(crawl: ExecutedCrawl): string {
  const t = translations(crawlTexts);
  switch (crawl.outcome) {
    case "error":
      return t.crawlFailed(t.errors[crawl.error_kind ?? "lost"]);
    case "queued":
      return t.queued;
    case "no_results":
      return t.noResults;
    case "items": {
      const found = (crawl.complete ? t.found : t.foundPart)(count(crawl.upserted), count(crawl.unchanged));
      return sentences(found, crawl.deleted === 0 ? "" : t.removed(count(crawl.deleted)));
    }
  }
}

/** How a finished crawl ended, for a table. */
export function runWords({ outcome, complete, error_kind: why }: CrawlRun): string {
  const t = translations(crawlTexts);
  if (outcome === "error") return `${t.outcomes.error}: ${t.errors[why ?? "lost"]}`;
  return outcome === "items" && !complete ? t.outcomes.partly : t.outcomes[outcome];
}
