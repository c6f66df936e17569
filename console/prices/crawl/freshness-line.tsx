import type { Product } from "../../../client/index.ts";
import { freshnessWords, nextCrawlWords } from "./crawl-words.ts";
import { freshness } from "./freshness.ts";

/** How fresh a product's prices are, and when they will be read again. */
export function FreshnessLine({ product, now }: { readonly product: Product; readonly now: Date }) {
  const { state } = freshness(product);
  return (
    <p class={state === "failed" ? "wrapping freshness failure" : "wrapping freshness quiet"}>
      <span>{freshnessWords(product, now)}</span> <span>{nextCrawlWords(product, now)}</span>
    </p>
  );
}
