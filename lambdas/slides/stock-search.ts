import type { SearchedTexts } from "../shared/saved-items/saved-item-kind.ts";
import type { SearchedItem } from "../shared/search/matches-search.ts";
import { FIELD_END, readableUrls, searchableFields, searchableText } from "../shared/search/searchable-text.ts";
import { siteOf } from "../shared/search/site.ts";
import type { DeckMetadata } from "./readers/deck-metadata.ts";
import type { Stock } from "./stock.ts";

/** The site, then the user's memo, the provider and the deck's addresses. */
export function ownTexts(stock: Pick<Stock, "memo" | "provider" | "originalUrl" | "canonicalUrl">): string {
  const urls = new Set([stock.canonicalUrl, stock.originalUrl].flatMap(readableUrls));
  return [siteOf(stock.canonicalUrl), searchableFields([stock.memo, stock.provider, ...urls])].join(FIELD_END);
}

/** The deck's title and author. */
export function fetchedTexts({ title, authorName }: Pick<DeckMetadata, "title" | "authorName">): string {
  return [searchableText(title ?? ""), searchableFields([authorName])].join(FIELD_END);
}

export function searched({ own, tags, read }: SearchedTexts): Omit<SearchedItem, "createdAt" | "states"> {
  const siteEnd = own.indexOf(FIELD_END);
  return {
    title: read.slice(0, read.indexOf(FIELD_END)),
    site: own.slice(0, siteEnd),
    tags: tags ?? "",
    text: [own.slice(siteEnd + 1), read, tags ?? ""].join(FIELD_END),
  };
}
