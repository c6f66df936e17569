import { looksLikeDeck } from "../../../client/addresses/deck-address.ts";
import type { Bookmark, Stock } from "../../../client/answers.ts";
import type { MagpieClient } from "../../../client/magpie-client.ts";
import { ApiProblem } from "../../../client/magpie-error.ts";
import type { CreateOptions } from "../../../client/transport.ts";

/** What a person saves: an address, with the person's own fields. */
export interface NewItem {
  readonly url: string;
  readonly note?: string;
  readonly tags?: readonly string[];
}

export type SavedItem =
  | { readonly type: "bookmark"; readonly item: Bookmark }
  | { readonly type: "stock"; readonly item: Stock };

/**
 * Saves the page at an address: a slide deck as a stock, any other page as a bookmark. An item that already exists is
 * unchanged.
 *
 * @throws ApiProblem, NetworkFailure
 */
export async function saveByAddress(
  { bookmarks, stocks }: Pick<MagpieClient, "bookmarks" | "stocks">,
  { url, note, tags }: NewItem,
  options?: CreateOptions,
): Promise<SavedItem> {
  const withTags = tags === undefined ? {} : { tags: [...tags] };
  if (looksLikeDeck(url)) {
    const stock = { url, ...(note === undefined ? {} : { memo: note }), ...withTags };
    try {
      return { type: "stock", item: await stocks.save(stock, options) };
    } catch (error) {
      // It may be another page of a deck's site.
      if (!(error instanceof ApiProblem) || error.status !== 400) throw error;
    }
  }
  const bookmark = { url, created_from: "api" as const, ...(note === undefined ? {} : { note }), ...withTags };
  return { type: "bookmark", item: await bookmarks.save(bookmark, options) };
}
