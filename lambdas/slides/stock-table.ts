import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { FileFolders } from "../shared/saved-items/item-files.ts";
import { DeletedFiles } from "../shared/saved-items/item-files.ts";
import { itemStates } from "../shared/saved-items/item-states.ts";
import type { SavedItemKind } from "../shared/saved-items/saved-item-kind.ts";
import { SavedItemTable } from "../shared/saved-items/saved-item-table.ts";
import { searchableTags } from "../shared/search/searchable-text.ts";
import { transitions } from "../shared/table/transitions.ts";
import type { FetchMessage, FetchSubject } from "./fetch-message.ts";
import { fetchMessageOf } from "./fetch-message.ts";
import type { DeckMetadata } from "./readers/deck-metadata.ts";
import type { Stock } from "./stock.ts";
import { STOCK_FIELDS } from "./stock-fields.ts";
import { fetchedTexts, ownTexts, searched } from "./stock-search.ts";

const LATEST = "the fetch is the latest that was requested";

const STOCK_TRANSITIONS = transitions("Stock", itemStates(["pending"], "ready"), {
  request: { from: ["ready", "failed"], to: "pending", when: "the user requests a new fetch" },
  revive: { from: ["failed"], to: "pending", when: "the user saves the deck again" },
  reopen: { from: ["failed"], to: "pending", when: `${LATEST}, and its message was redriven` },
  complete: { from: ["pending", "failed"], to: "ready", when: LATEST },
  fail: { from: ["pending"], to: "failed", when: LATEST },
});

export interface StockTypes {
  readonly item: Stock;
  /** Without a thumbnail, an earlier one stays. */
  readonly facts: DeckMetadata & { readonly thumbnailPath?: string };
  readonly subject: FetchSubject;
  readonly message: FetchMessage;
  readonly move: "revive" | "reopen";
}

/** A stock's file is its picture. */
const FILES = { folder: "folder", about: ["thumbnail_path"] };

/** The pictures of the deleted stocks. */
export function deletedPictures(client: DynamoDBDocumentClient, table: string, pictures: FileFolders): DeletedFiles {
  return new DeletedFiles(client, table, FILES, pictures);
}

export const STOCKS: SavedItemKind<StockTypes> = {
  name: "stock",
  plural: "stocks",
  fields: {
    ...STOCK_FIELDS,
    provider: "provider",
    originalUrl: "original_url",
    title: "title",
    authorName: "author_name",
    folder: "folder",
    thumbnailPath: "thumbnail_path",
    embedUrl: "embed_url",
  },
  userFields: STOCK_FIELDS,
  files: FILES,
  failedAttributes: [],
  transitions: STOCK_TRANSITIONS,
  reviveBy: "revive",
  working: ["pending"],
  ownFields: ["memo"],
  tagField: "tags",
  ownTexts,
  tagTexts: ({ tags }) => searchableTags(tags),
  fetchedTexts,
  searched,
  queue: "oembed-fetch",
  toMessage: fetchMessageOf,
};

export type StockTable = SavedItemTable<StockTypes>;

/** Table `stocks`: the attributes are those of `SavedItemTable` and of its kind. */
export function stockTable(client: DynamoDBDocumentClient, name: string): StockTable {
  return new SavedItemTable(client, name, STOCKS);
}
