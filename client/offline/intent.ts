import type { BookmarkChanges, NewBookmark, NewStock, Place, StockChanges } from "../answers.ts";

/** What a user wanted to do. Plain JSON. */
export type Intent = SaveIntent | UpdateIntent | PlaceIntent | DeleteIntent | RefreshIntent | MergeIntent;

/** To save a page or a deck. */
export type SaveIntent =
  | {
      readonly create: "bookmark";
      readonly body: NewBookmark;
      /** The page as the browser shows it, in gzip and base64: it is sent after the bookmark is saved, or was there. */
      readonly page?: string;
    }
  | { readonly create: "stock"; readonly body: NewStock };

/** To change what the user wrote about an item; an omitted field stays. */
export type UpdateIntent =
  | { readonly update: "bookmark"; readonly id: string; readonly body: BookmarkChanges }
  | { readonly update: "stock"; readonly id: string; readonly body: StockChanges };

/** To keep where a person is in a bookmark's text. Of a bookmark only the latest one waits. */
export interface PlaceIntent {
  readonly place: "bookmark";
  readonly id: string;
  readonly body: Place;
}

/** To delete an item. */
export interface DeleteIntent {
  readonly delete: "bookmark" | "stock";
  readonly id: string;
}

/** To have a bookmark's page processed again, or a stock's metadata fetched again. */
export interface RefreshIntent {
  readonly refresh: "bookmark" | "stock";
  readonly id: string;
}

/** To merge a bookmark into another one, which stays. */
export interface MergeIntent {
  readonly merge: "bookmark";
  readonly id: string;
  readonly into: string;
}

/** The type of the item that an intent is about. */
export function typeOf(intent: Intent): "bookmark" | "stock" {
  if ("create" in intent) return intent.create;
  if ("update" in intent) return intent.update;
  if ("delete" in intent) return intent.delete;
  return "refresh" in intent ? intent.refresh : "bookmark";
}

/** The id of the item that an intent is about; null for one that saves. */
export function idOf(intent: Intent): string | null {
  return "create" in intent ? null : intent.id;
}

/** Whether a value is an intent that this version of the client knows. The API judges the content of its body. */
export function isIntent(value: unknown): value is Intent {
  if (!isObject(value)) return false;
  const actions = ["create", "update", "place", "delete", "refresh", "merge"].filter((action) => action in value);
  const [action = ""] = actions;
  if (actions.length !== 1 || (value[action] !== "bookmark" && value[action] !== "stock")) return false;
  if (action === "create") {
    const hasPage = value.page === undefined || (typeof value.page === "string" && value.create === "bookmark");
    return hasPage && isObject(value.body) && typeof value.body.url === "string";
  }
  const hasId = isId(value.id);
  if (action === "merge") return hasId && isId(value.into) && value.merge === "bookmark";
  if (action === "place") return hasId && isObject(value.body) && value.place === "bookmark";
  return hasId && (action !== "update" || isObject(value.body));
}

function isId(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
