import type { Bookmark, Change } from "../answers.ts";
import type { QueueEntry } from "../offline/queue-entry.ts";
import { isSaveEntry } from "../offline/queue-entry.ts";
import type { SentAnswer } from "../offline/send-intent.ts";
import type { Progress, Reading, StoredItem, SyncWrite } from "./sync-storage.ts";
import { NO_PROGRESS } from "./sync-storage.ts";

/**
 * An answer stays this long although no change has brought its item: the API's index of changes may be behind by moments.
 */
const UNLISTED_MS = 600_000;

/** An item that is not deleted. */
export type PresentItem = StoredItem & { readonly item: NonNullable<StoredItem["item"]> };

/** The items of a storage in memory, and the writes that changes make of them. */
export class StoredItems {
  #items = new Map<string, StoredItem>();
  /** The revisions at which answers were read that no change has brought yet. */
  #answered = new Map<string, number>();
  /** What a list of the API has shown of items that no change has brought yet; empty once the first pass has ended. */
  #previewed: readonly PresentItem[] = [];
  #progress: Progress = NO_PROGRESS;
  #revision: number | null = null;

  get progress(): Progress {
    return this.#progress;
  }

  /** Of the last reading; null before the first. */
  get revision(): number | null {
    return this.#revision;
  }

  /** All that are not deleted. What is stored of an item, its deletion too, replaces its preview. */
  *present(): Generator<PresentItem> {
    for (const stored of this.#items.values()) if (isPresent(stored)) yield stored;
    for (const stored of this.#previewed) if (!this.#items.has(keyOf(stored))) yield stored;
  }

  /** Shows bookmarks of a list until they are stored or the first pass has ended. @returns whether it has not ended */
  preview(bookmarks: readonly Bookmark[]): boolean {
    if (this.#progress.isWhole) return false;
    const unstored = { type: "bookmark", changedAt: "", answeredAt: null, generation: 0, savedUnder: null } as const;
    this.#previewed = bookmarks.map((item) => ({ ...unstored, id: item.id, item }));
    return true;
  }

  get(type: StoredItem["type"], id: string): StoredItem | undefined {
    return this.#items.get(keyOf({ type, id }));
  }

  /** Takes over a reading. @returns whether an item, or the state of one, has changed by it */
  take({ items, progress, revision, isAll }: Reading): boolean {
    const before = this.#items;
    const previewed = new Map(this.#previewed.map((stored) => [keyOf(stored), stored.item]));
    if (isAll) {
      this.#items = new Map();
      this.#answered.clear();
    }
    let isOther = false;
    for (const stored of items) {
      const key = keyOf(stored);
      isOther ||= !isSame(before.get(key), stored);
      const shown = previewed.get(key);
      // The same object, which is not rendered again.
      const isShown = shown !== undefined && isSameItem(shown, stored.item);
      this.#items.set(key, isShown ? ({ ...stored, item: shown } as StoredItem) : stored);
      if (stored.answeredAt === null) this.#answered.delete(key);
      else this.#answered.set(key, revision);
    }
    this.#progress = progress;
    this.#revision = revision;
    if (progress.isWhole) {
      isOther ||= this.#previewed.some((stored) => !this.#items.has(keyOf(stored)));
      this.#previewed = [];
    }
    return isOther || (isAll && before.size !== this.#items.size);
  }

  /** The write that begins a first pass again. Everything stays until that pass has ended. */
  beginAgain(): SyncWrite {
    const { generation, syncedAt } = this.#progress;
    return { items: [], progress: { cursor: null, generation: generation + 1, isWhole: false, syncedAt } };
  }

  /**
   * Whether a page may be older than what is stored: it has another state of an item of which an answer was stored after the
   * page was requested. Only a page that is requested later is certainly not older.
   *
   * @param requestedAt the revision of the last reading before the request
   */
  isOvertaken(changes: readonly Change[], requestedAt: number): boolean {
    return changes.some(({ type, id, item }) => {
      const isLater = (this.#answered.get(keyOf({ type, id })) ?? 0) > requestedAt;
      return isLater && !isSameItem(this.get(type, id)?.item, item);
    });
  }

  /**
   * The write of a page of changes. The page at which a first pass ends deletes what that pass did not bring.
   *
   * A later page is never older than an earlier one, whatever the times in it: the API's containers differ in their clocks.
   *
   * @param syncedAt the time now if the page is the last one, otherwise null
   */
  pageWrite(changes: readonly Change[], cursor: string, syncedAt: Date | null): SyncWrite {
    const { generation, isWhole, syncedAt: before } = this.#progress;
    const brought = new Map(changes.map((change) => [keyOf(change), this.#changed(change)]));
    if (syncedAt !== null && !isWhole) {
      for (const [key, stored] of this.#items) {
        if (!brought.has(key) && isLeftBehind(stored, generation, syncedAt))
          brought.set(key, { ...stored, item: null });
      }
    }
    const items = [...brought.values()];
    if (syncedAt === null) return { items, progress: { cursor, generation, isWhole, syncedAt: before } };
    const reached = after(before, syncedAt);
    return isWhole && this.#hasUnlisted(brought, syncedAt)
      ? { items, progress: { cursor: null, generation: generation + 1, isWhole: false, syncedAt: reached } }
      : { items, progress: { cursor, generation, isWhole: true, syncedAt: reached } };
  }

  /**
   * The write of an entry's answer, which takes effect before a change brings it.
   *
   * @param before the item when the entry was about to be sent, which a save does not know
   * @returns null when nothing is to be written, since it was stored before or a newer state is there
   */
  answerWrite(entry: QueueEntry, answer: SentAnswer, before: StoredItem | undefined, now: Date): SyncWrite | null {
    const { type, id, item } = answer;
    const { idempotencyKey } = entry;
    const there = this.get(type, id);
    const savedUnder = isSaveEntry(entry) ? idempotencyKey : (there?.savedUnder ?? null);
    if (there !== undefined && !isNewer(answer, there, before)) {
      return savedUnder === there.savedUnder ? null : this.#one({ ...there, savedUnder });
    }
    return this.#one({
      type,
      id,
      item,
      // A deletion has no time of its own. It is later than what it deletes.
      changedAt: item === null && there !== undefined ? timeOf(there) : "",
      answeredAt: now.toISOString(),
      generation: this.#progress.generation,
      savedUnder,
    } as StoredItem);
  }

  #one(stored: StoredItem): SyncWrite {
    return { items: [stored], progress: this.#progress };
  }

  /**
   * Whether several ends of the changes have not brought an answer's item: it was replaced or deleted by something newer.
   */
  #hasUnlisted(brought: ReadonlyMap<string, StoredItem>, now: Date): boolean {
    for (const key of this.#answered.keys()) {
      const stored = this.#items.get(key);
      if (stored !== undefined && !brought.has(key) && isUnlisted(stored, now)) return true;
    }
    return false;
  }

  #changed({ type, id, item, changed_at: changedAt }: Change): StoredItem {
    const { generation } = this.#progress;
    const savedUnder = this.get(type, id)?.savedUnder ?? null;
    return { type, id, item, changedAt, answeredAt: null, generation, savedUnder } as StoredItem;
  }
}

function isPresent(stored: StoredItem): stored is PresentItem {
  return stored.item !== null;
}

/** Whether a completed first pass did not bring this item, which therefore no longer exists. */
function isLeftBehind(stored: StoredItem, ended: number, now: Date): boolean {
  if (stored.item === null) return false;
  return stored.answeredAt === null ? stored.generation < ended : isUnlisted(stored, now);
}

/** Whether an item that is there was stored by an answer so long ago that a change would have brought it. */
function isUnlisted({ item, answeredAt }: StoredItem, now: Date): boolean {
  return item !== null && answeredAt !== null && now.getTime() - Date.parse(answeredAt) > UNLISTED_MS;
}

/**
 * Whether an answer is newer than the item that is there.
 *
 * It is if the item is as it was before the request. Otherwise another write has come between, and only the API's own times
 * can tell. A deletion's answer has none: another state than before stays, and if the deletion is the newer one, a change
 * will follow. Of a page that was saved again on another device the feed has no deletion.
 */
function isNewer({ item }: SentAnswer, there: StoredItem, before: StoredItem | undefined): boolean {
  if (isSameItem(there.item, item)) return false;
  if (there === before) return true;
  if (item !== null) return timeOf(there) < item.updated_at;
  return before !== undefined && isSameItem(there.item, before.item);
}

/** The API's time of an item's state. */
function timeOf({ item, changedAt }: StoredItem): string {
  return item?.updated_at ?? changedAt;
}

/** A time as ISO 8601, at least a millisecond after an earlier one: each end of the changes has its own time. */
function after(earlier: string | null, time: Date): string {
  return new Date(Math.max(time.getTime(), Date.parse(earlier ?? "1970-01-01T00:00:00.000Z") + 1)).toISOString();
}

function isSame(one: StoredItem | undefined, other: StoredItem): boolean {
  return JSON.stringify([one?.item, one?.savedUnder]) === JSON.stringify([other.item, other.savedUnder]);
}

function isSameItem(one: StoredItem["item"] | undefined, other: StoredItem["item"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function keyOf({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type}/${id}`;
}
