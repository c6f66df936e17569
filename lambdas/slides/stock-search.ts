import type { SearchedTexts } from "../shared/saved-items/saved-item-kind.ts";
import { readableUrls, searchableFields } from "../shared/search/searchable-text.ts";
import type { TextSearch } from "../shared/search/text-search.ts";
import { isFoundIn } from "../shared/search/text-search.ts";
import type { DeckMetadata } from "./readers/deck-metadata.ts";
import type { Stock } from "./stock.ts";

/** The user's memo, the provider and the deck's addresses. */
export function ownTexts(stock: Pick<Stock, "memo" | "provider" | "originalUrl" | "canonicalUrl">): string {
  const urls = new Set([stock.canonicalUrl, stock.originalUrl].flatMap(readableUrls));
  return searchableFields([stock.memo, stock.provider, ...urls]);
}

/** The deck's title and author. */
export function fetchedTexts({ title, authorName }: Pick<DeckMetadata, "title" | "authorName">): string {
  return searchableFields([title, authorName]);
}

/** Whether a stock of these texts is found. */
export function isFound({ own, tags, read }: SearchedTexts, sought: TextSearch): boolean {
  return isFoundIn([own, read], tags ?? "", sought);
}
