import { changesByPlace } from "../../lambdas/shared/saved-items/changes-by-place.ts";
import { compareTexts } from "../../lambdas/shared/search/sort.ts";
import { identityOfPage } from "../addresses/identity-of-page.ts";
import type { Bookmark, Stock } from "../answers.ts";
import { idOf, typeOf } from "../offline/intent.ts";
import type { PlaceEntry, QueueEntry, SaveEntry } from "../offline/queue-entry.ts";
import { isPlaceEntry, isSaveEntry } from "../offline/queue-entry.ts";
import type { PresentItem } from "./stored-items.ts";
import type { QueuedItem, SyncedItem } from "./synced-item.ts";
import { timeOf } from "./synced-item.ts";

/** What a user interface shows. */
export interface ShownItems {
  /** Everything that is there, each item once, newest first. */
  readonly listed: readonly SyncedItem[];
  /** Everything that entries are about, each item once, in the order of the queue. */
  readonly queued: readonly QueuedItem[];
}

/**
 * What is shown of stored items and the queue's entries. Waiting entries are applied to their items, failed ones are only
 * listed with them, and places are applied without being listed.
 *
 * An entry that saves is shown with the item that it has become, or will become: the one that was saved under its key, or
 * the one of the same address, since the answer to an earlier attempt may have been lost.
 */
export function shownItems(present: Iterable<PresentItem>, queue: readonly QueueEntry[]): ShownItems {
  const all = [...present];
  const entries = queue.filter((entry) => !isPlaceEntry(entry));
  const places = queue.filter(isPlaceEntry);
  const waiting = new WaitingEntries(all, entries);
  const listed: SyncedItem[] = [];
  const queued: QueuedItem[] = [];
  for (const stored of all) {
    // Most often nothing waits, and there are thousands of items.
    const own = entries.length === 0 ? [] : waiting.take(stored);
    const item = changedItem(placedItem(stored, places), own);
    if (item !== null) listed.push({ type: stored.type, id: stored.id, item, waiting: own } as SyncedItem);
    if (own.length > 0)
      queued.push({ type: stored.type, id: stored.id, item: stored.item, waiting: own } as QueuedItem);
  }
  for (const own of waiting.saves()) {
    const [first] = own;
    const saved = { type: first.intent.create, id: null, item: null, waiting: own } as const;
    listed.push(saved);
    queued.push(saved);
  }
  for (const own of waiting.others()) {
    const [{ intent }] = own;
    queued.push({ type: typeOf(intent), id: idOf(intent), item: null, waiting: own } as const);
  }
  return {
    listed: listed
      .map((row) => ({ row, time: timeOf(row) }))
      .sort((one, other) => other.time - one.time || compareTexts(other.row.id ?? "", one.row.id ?? ""))
      .map(({ row }) => row),
    queued: queued.sort((one, other) => one.waiting[0].place - other.waiting[0].place),
  };
}

type Some<T> = readonly [T, ...T[]];

/** The queue's entries by what they are about. */
class WaitingEntries {
  readonly #saves = new Map<string, SaveEntry[]>();
  readonly #others = new Map<string, QueueEntry[]>();

  constructor(present: readonly PresentItem[], entries: readonly QueueEntry[]) {
    const saved = new Set(entries.length === 0 ? [] : present.map(({ savedUnder }) => savedUnder));
    for (const entry of entries) {
      if (!isSaveEntry(entry)) add(this.#others, `${typeOf(entry.intent)} ${idOf(entry.intent)}`, entry);
      else if (!saved.has(entry.idempotencyKey)) add(this.#saves, addressOf(entry), entry);
    }
  }

  /** Takes the entries of an item out, in their order. A save after a deletion of the item creates it again. */
  take(stored: PresentItem): readonly QueueEntry[] {
    const key = `${stored.type} ${stored.id}`;
    const others = this.#others.get(key) ?? [];
    this.#others.delete(key);
    const deletedAt = others.find(isWaitingDeletion)?.place ?? Number.POSITIVE_INFINITY;
    const saves =
      this.#saves.size === 0 ? [] : addressesOf(stored).flatMap((address) => this.#before(address, deletedAt));
    return saves.length === 0 ? others : [...saves, ...others].sort((one, other) => one.place - other.place);
  }

  /** Entries that save items which are not there, by address. */
  saves(): Iterable<Some<SaveEntry>> {
    return this.#saves.values() as Iterable<Some<SaveEntry>>;
  }

  /** Entries about items that are not there, by item. */
  others(): Iterable<Some<QueueEntry>> {
    return this.#others.values() as Iterable<Some<QueueEntry>>;
  }

  /** Takes out the saves of an address before a position. */
  #before(address: string, place: number): readonly SaveEntry[] {
    const all = this.#saves.get(address) ?? [];
    const later = all.filter((entry) => entry.place > place);
    if (later.length > 0) this.#saves.set(address, later);
    else this.#saves.delete(address);
    return all.filter((entry) => entry.place < place);
  }
}

function add<T>(groups: Map<string, T[]>, key: string, entry: T): void {
  const there = groups.get(key);
  if (there === undefined) groups.set(key, [entry]);
  else there.push(entry);
}

/** Whether an item is gone once the entry was sent. */
function isWaitingDeletion({ intent, state }: QueueEntry): boolean {
  return state === "waiting" && ("delete" in intent || "merge" in intent);
}

/** An item with the latest of the places in its text, as the API will have it. */
function placedItem({ type, id, item }: PresentItem, places: readonly PlaceEntry[]): Bookmark | Stock {
  let placed = item;
  for (const { intent } of places) {
    if (type === "bookmark" && intent.id === id)
      placed = { ...placed, ...changesByPlace(placed as Bookmark, intent.body) };
  }
  return placed;
}

/** An item as it is once its waiting entries were sent; null when it is deleted then. */
function changedItem(synced: Bookmark | Stock, entries: readonly QueueEntry[]): Bookmark | Stock | null {
  let item = synced;
  for (const entry of entries) {
    if (isWaitingDeletion(entry)) return null;
    if (entry.state === "waiting" && "update" in entry.intent) item = { ...item, ...definedFields(entry.intent.body) };
  }
  return item;
}

/** The fields of changes that are known without the API: tags of null are replaced by the summary's. */
function definedFields(body: object): Partial<Bookmark & Stock> {
  const fields = Object.entries(body).filter(([name, value]) => name !== "tags" || value !== null);
  return Object.fromEntries(fields);
}

/** The type and the identity of what an entry saves. */
function addressOf({ intent }: SaveEntry): string {
  return identityOf(intent.create, intent.body.url);
}

/** The identities of what items have, each made once: a list has thousands of items. */
const identities = new WeakMap<object, readonly string[]>();

function addressesOf({ type, item }: PresentItem): readonly string[] {
  const there = identities.get(item);
  if (there !== undefined) return there;
  const urls = "url" in item ? [item.url] : [item.canonical_url, item.original_url];
  const made = Array.from(new Set(urls.map((url) => identityOf(type, url))));
  identities.set(item, made);
  return made;
}

function identityOf(type: PresentItem["type"], address: string): string {
  return `${type} ${identityOfPage(address)}`;
}
