import type { Bookmark, BookmarkChanges, Stock, StockChanges } from "../../../../client/answers.ts";
import { ApiProblem } from "../../../../client/magpie-error.ts";
import { CliError } from "../../cli-error.ts";
import type { SavedItem } from "../../shell/save-by-address.ts";
import type { ToolContext } from "../tool.ts";
import { shownBookmark, shownDeck } from "./shown-items.ts";

/** The bookmark or the deck with an id. @throws CliError when there is neither */
export async function readSaved(id: string, { client, options }: ToolContext): Promise<SavedItem> {
  const saved =
    (await unlessMissing(client.bookmarks.get(id, options), asBookmark)) ??
    (await unlessMissing(client.stocks.get(id, options), asStock));
  if (saved === null) throw new CliError("No bookmark or deck has this id; search lists the ids.");
  return saved;
}

/** The present state of a saved item; null when it has been deleted since. */
export async function readAgain({ type, item: { id } }: SavedItem, { client, options }: ToolContext) {
  return type === "bookmark"
    ? unlessMissing(client.bookmarks.get(id, options), asBookmark)
    : unlessMissing(client.stocks.get(id, options), asStock);
}

/** Changes fields that bookmarks and decks have alike. @returns the changed item */
export async function changeSaved(
  { type, item: { id } }: SavedItem,
  changes: BookmarkChanges & StockChanges,
  { client, options }: ToolContext,
): Promise<SavedItem> {
  return type === "bookmark"
    ? { type, item: await client.bookmarks.update(id, changes, options) }
    : { type, item: await client.stocks.update(id, changes, options) };
}

/** The fields of a saved item that an agent sees. */
export function shownItem(saved: SavedItem): object {
  return saved.type === "bookmark" ? shownBookmark(saved.item) : shownDeck(saved.item);
}

/** The name of its type in a search. */
export function typeOf({ type }: SavedItem): string {
  return type === "bookmark" ? "bookmark" : "deck";
}

const asBookmark = (item: Bookmark): SavedItem => ({ type: "bookmark", item });
const asStock = (item: Stock): SavedItem => ({ type: "stock", item });

async function unlessMissing<T>(asked: Promise<T>, as: (item: T) => SavedItem): Promise<SavedItem | null> {
  try {
    return as(await asked);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}
