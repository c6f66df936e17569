import type { Bookmark, QueueEntry, SaveIntent, Stock, SyncedItem } from "../../client/index.ts";
import { hostOf } from "../parts/host-of.ts";

/** The kinds of saved items, as the API answers them. */
export interface ItemOf {
  readonly bookmark: Bookmark;
  readonly stock: Stock;
}

export type ItemType = keyof ItemOf;

/** An item of a list: synced, waiting on this device, or both. */
export interface ItemRow<Type extends ItemType> {
  readonly type: Type;
  /** Its id, or before it has one the key of the entry that saves it. */
  readonly key: string;
  /** As the API shows it, with the changes that wait; null before the API has it. */
  readonly item: ItemOf[Type] | null;
  readonly url: string;
  /** The page's address while no title is known. */
  readonly title: string;
  readonly note: string;
  readonly tags: readonly string[];
  /** ISO 8601 UTC. */
  readonly savedAt: string;
  /** Its entries that are not sent yet, in order. */
  readonly waiting: readonly QueueEntry[];
}

/** The rows of items about which nothing waits: one that has not changed is the same row, and is not rendered again. */
const settled = new WeakMap<Bookmark | Stock, ItemRow<ItemType>>();

/** The row of an item; null when it is not of this kind. */
export function rowOf<Type extends ItemType>(type: Type, synced: SyncedItem): ItemRow<Type> | null {
  if (synced.type !== type) return null;
  const { item, waiting } = synced;
  const there = item !== null && waiting.length === 0 ? settled.get(item) : undefined;
  const row = there ?? newRow(synced);
  if (item !== null && waiting.length === 0) settled.set(item, row);
  return row as ItemRow<Type>;
}

/** The rows of items; those of another kind are left out. */
export function rowsOf<Type extends ItemType>(type: Type, items: readonly SyncedItem[]): readonly ItemRow<Type>[] {
  return items.flatMap((synced) => rowOf(type, synced) ?? []);
}

function newRow({ type, item, waiting }: SyncedItem): ItemRow<ItemType> {
  const body = item ?? waiting[0].intent.body;
  const note = "memo" in body ? body.memo : "note" in body ? body.note : null;
  return {
    type,
    key: item?.id ?? waiting[0].idempotencyKey,
    item,
    url: urlOf(body),
    title: titleOf(body),
    note: note ?? "",
    tags: body.tags ?? [],
    savedAt: item?.created_at ?? waiting[0].enqueuedAt,
    waiting,
  };
}

/** The title of an item, or while there is none the address of its page. */
export function titleOf(item: Bookmark | Stock | SaveIntent["body"]): string {
  const title = "title" in item ? item.title : null;
  if (title && title.trim() !== "") return title;
  const url = urlOf(item);
  const path = URL.parse(url)?.pathname ?? "/";
  return path === "/" ? hostOf(url) : hostOf(url) + path;
}

function urlOf(item: Bookmark | Stock | SaveIntent["body"]): string {
  return "canonical_url" in item ? item.canonical_url : item.url;
}
