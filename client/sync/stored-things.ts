import type { Change } from "../answers.ts";
import type { SentAnswer } from "../offline/offline-queue.ts";
import type { Progress, Reading, StoredThing, SyncWrite } from "./sync-storage.ts";
import { NO_PROGRESS } from "./sync-storage.ts";

/**
 * An answer of a save stays this long although a first pass did not bring it: the API's index of changes may be
 * behind by moments.
 */
const UNLISTED_MS = 600_000;

/** The things of a storage in memory, and the writes that changes make of them. */
export class StoredThings {
  #things = new Map<string, StoredThing>();
  #progress: Progress = NO_PROGRESS;
  #revision: number | null = null;

  get progress(): Progress {
    return this.#progress;
  }

  /** Of the last reading; null before the first. */
  get revision(): number | null {
    return this.#revision;
  }

  /** All that are not deleted. */
  *present(): Generator<StoredThing & { readonly item: object }> {
    for (const thing of this.#things.values()) if (isPresent(thing)) yield thing;
  }

  get(type: StoredThing["type"], id: string): StoredThing | undefined {
    return this.#things.get(keyOf({ type, id }));
  }

  /** Takes a reading over. @returns whether another thing, or another state of one, is there now */
  take({ things, progress, revision, isAll }: Reading): boolean {
    const before = this.#things;
    if (isAll) this.#things = new Map();
    let isOther = false;
    for (const thing of things) {
      const key = keyOf(thing);
      isOther ||= !isSame(before.get(key), thing);
      this.#things.set(key, thing);
    }
    this.#progress = progress;
    this.#revision = revision;
    return isOther || (isAll && before.size !== this.#things.size);
  }

  /** The write that begins a first pass again. Everything stays until that pass has come to its end. */
  beginAgain(): SyncWrite {
    const { generation, syncedAt } = this.#progress;
    return { things: [], progress: { cursor: null, generation: generation + 1, isWhole: false, syncedAt } };
  }

  /**
   * The write of a page of changes. The page at which a first pass ends deletes what that pass did not bring.
   *
   * A later page is never older than an earlier one, whatever the times in it: the API's containers differ in their clocks.
   *
   * @param syncedAt the time now if the page is the last one, otherwise null
   */
  page(changes: readonly Change[], cursor: string, syncedAt: Date | null): SyncWrite {
    const { generation, isWhole, syncedAt: before } = this.#progress;
    const brought = new Map(changes.map((change) => [keyOf(change), this.#changed(change)]));
    if (syncedAt !== null && !isWhole) {
      for (const [key, thing] of this.#things) {
        if (!brought.has(key) && isLeftBehind(thing, generation, syncedAt)) brought.set(key, { ...thing, item: null });
      }
    }
    return {
      things: [...brought.values()],
      progress: {
        cursor,
        generation,
        isWhole: isWhole || syncedAt !== null,
        syncedAt: syncedAt === null ? before : after(before, syncedAt),
      },
    };
  }

  /**
   * The write of the answer of a save: the thing is there before a change brings it.
   *
   * @returns null when that answer was stored before
   */
  answer({ type, item }: SentAnswer, savedUnder: string, now: Date): SyncWrite | null {
    const there = this.get(type, item.id);
    if (there?.savedUnder === savedUnder) return null;
    // A repeated answer may be older than what the changes have brought since, a deletion among them.
    const isOlder = there !== undefined && (there.item?.updated_at ?? there.changedAt) >= item.updated_at;
    const { id } = item;
    const thing = isOlder
      ? { ...there, savedUnder }
      : {
          type,
          id,
          item,
          changedAt: "",
          answeredAt: now.toISOString(),
          generation: this.#progress.generation,
          savedUnder,
        };
    return { things: [thing as StoredThing], progress: this.#progress };
  }

  #changed({ type, id, item, changed_at: changedAt }: Change): StoredThing {
    const { generation } = this.#progress;
    const savedUnder = this.get(type, id)?.savedUnder ?? null;
    return { type, id, item, changedAt, answeredAt: null, generation, savedUnder } as StoredThing;
  }
}

function isPresent(thing: StoredThing): thing is StoredThing & { readonly item: object } {
  return thing.item !== null;
}

/** Whether a first pass that has come to its end did not bring this thing, which therefore is no longer there. */
function isLeftBehind({ item, answeredAt, generation }: StoredThing, ended: number, now: Date): boolean {
  if (item === null) return false;
  if (answeredAt === null) return generation < ended;
  return now.getTime() - Date.parse(answeredAt) > UNLISTED_MS;
}

/** A time as ISO 8601, a millisecond after an earlier one at the least: each end of the changes has another time. */
function after(earlier: string | null, time: Date): string {
  return new Date(Math.max(time.getTime(), Date.parse(earlier ?? "1970-01-01T00:00:00.000Z") + 1)).toISOString();
}

function isSame(one: StoredThing | undefined, other: StoredThing): boolean {
  return JSON.stringify([one?.item, one?.savedUnder]) === JSON.stringify([other.item, other.savedUnder]);
}

function keyOf({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type}/${id}`;
}
