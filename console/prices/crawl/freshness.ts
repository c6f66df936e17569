import type { Product } from "../../../client/index.ts";

export type CrawlErrorKind = NonNullable<NonNullable<Product["last_crawl"]>["error_kind"]>;

export type Freshness =
  | { readonly state: "unwatched" }
  | { readonly state: "not-crawled" }
  | { readonly state: "crawled" | "partly-crawled" | "nothing-found" | "continues"; readonly at: string }
  | { readonly state: "failed"; readonly at: string; readonly why: CrawlErrorKind };

/** Reads from a product how its last crawl ended. */
export function freshness({ crawl, last_crawl: last }: Pick<Product, "crawl" | "last_crawl">): Freshness {
  if (crawl === null) return { state: "unwatched" };
  if (last === null) return { state: "not-crawled" };
  const at = last.finished_at;
  switch (last.outcome) {
    case "error":
      // The API names the kind of every failure; `lost` means that the crawl's end is unknown.
      return { state: "failed", at, why: last.error_kind ?? "lost" };
    case "queued":
      return { state: "continues", at };
    case "no_results":
      return { state: "nothing-found", at };
    case "items":
      return { state: last.complete ? "crawled" : "partly-crawled", at };
  }
}

export type NextCrawl = { readonly state: "off" | "due" } | { readonly state: "at"; readonly at: string };

/** `off`: the schedule does not crawl it. `due`: it has become due since the product was read. */
export function nextCrawl({ next_crawl_at: at }: Pick<Product, "next_crawl_at">, now: Date): NextCrawl {
  if (at === null) return { state: "off" };
  return Date.parse(at) <= now.getTime() ? { state: "due" } : { state: "at", at };
}

/** Products that are shown are read again after these milliseconds, and sooner while a crawl of one continues. */
const AGAIN_MS = 5 * 60_000;
const AGAIN_SOON_MS = 10_000;

/** After how many milliseconds products are to be read again. */
export function pollEveryMs(products: readonly Pick<Product, "crawl" | "last_crawl">[]): number {
  return products.some((product) => freshness(product).state === "continues") ? AGAIN_SOON_MS : AGAIN_MS;
}
