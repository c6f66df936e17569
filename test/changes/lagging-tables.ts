import type { Change } from "../../lambdas/changes/routes.ts";
import type { ChangeEntry, ChangeSource, PresentState } from "../../lambdas/shared/changes/change-index.ts";
import { at } from "../emulators/test-clock.ts";

/** The longest time from the moment that a writer takes for its own to the arrival of its write, by the template. */
export const LONGEST_WRITE_MS = 120_000;
/** The longest time from a write to its entry in the index. */
export const LONGEST_LAG_MS = 60_000;

/** A write as a feature makes one: what it leaves, by its own clock. */
export interface Write {
  readonly type: Change["type"];
  readonly id: string;
  /** The new text of an item; null deletes it. An item that is there is changed, another one is made. */
  readonly text: string | null;
  /** How far the writer's clock is ahead, in milliseconds. */
  readonly ahead: number;
}

interface StoredItem {
  readonly changedAt: string;
  readonly text: string | null;
}

/**
 * Tables with an index each that lags behind. A write takes its time when it begins, arrives later, and is in the index later
 * still; in between anything may happen, within the longest times. The test decides when.
 */
export class LaggingTables {
  /** Milliseconds since the start. */
  now = 0;
  readonly #items = new Map<string, StoredItem>();
  readonly #index = new Map<string, StoredItem>();
  #begun: { readonly write: Write; readonly changedAt: string; readonly at: number }[] = [];
  #unseen: { readonly key: string; readonly at: number }[] = [];

  begin(write: Write): void {
    this.#begun.push({ write, changedAt: at(this.now + write.ahead).toISOString(), at: this.now });
  }

  /** One of the writes that have begun arrives. */
  arrive(which: number): void {
    const [arrived] = this.#begun.splice(which % Math.max(1, this.#begun.length), 1);
    if (arrived === undefined) return;
    const { type, id, text } = arrived.write;
    const key = `${type} ${id}`;
    // As the tables' conditions: what is not there can't be deleted.
    if (text === null && (this.#items.get(key)?.text ?? null) === null) return;
    this.#items.set(key, { changedAt: arrived.changedAt, text });
    this.#unseen.push({ key, at: this.now });
  }

  /** The index catches up with one of the writes that have arrived. */
  appear(which: number): void {
    const [seen] = this.#unseen.splice(which % Math.max(1, this.#unseen.length), 1);
    const item = seen && this.#items.get(seen.key);
    if (seen !== undefined && item !== undefined) this.#index.set(seen.key, item);
  }

  /** Time passes; what may not take that long is done before. */
  pass(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (let index = this.#begun.length - 1; index >= 0; index -= 1) {
      if (end - Number(this.#begun[index]?.at) > LONGEST_WRITE_MS) this.arrive(index);
    }
    for (let index = this.#unseen.length - 1; index >= 0; index -= 1) {
      if (end - Number(this.#unseen[index]?.at) > LONGEST_LAG_MS) this.appear(index);
    }
    this.now = end;
  }

  /** Everything arrives and is in the index, at this moment. */
  settle(): void {
    while (this.#begun.length > 0) this.arrive(0);
    while (this.#unseen.length > 0) this.appear(0);
  }

  /** What the lists show, as a follower's copy has it. */
  get lists(): Map<string, unknown> {
    return new Map([...this.#items].filter(([, { text }]) => text !== null).map(([key, item]) => [key, shown(item)]));
  }

  /** The items of one type. @param stop is called before each read */
  source(type: Change["type"], stop: () => void): ChangeSource {
    const entriesFrom = (from: string | null): (ChangeEntry & { readonly order: string })[] =>
      [...this.#index]
        .filter(([key, { changedAt }]) => key.startsWith(`${type} `) && (from === null || changedAt >= from))
        .map(([key, { changedAt, text }]) => {
          const id = key.slice(type.length + 1);
          return { id, changedAt, isDeleted: text === null, order: `${changedAt} ${id}` };
        })
        .sort((one, other) => (one.order < other.order ? -1 : 1));
    return {
      async listEntries(_userId, { from, after, limit }) {
        stop();
        const start = after === null ? "" : `${after.changedAt} ${after.id}`;
        const left = entriesFrom(from).filter(({ order }) => order > start);
        return { entries: left.slice(0, limit), isEnd: left.length < limit };
      },
      async listTombstones(_userId, from, limit) {
        stop();
        return entriesFrom(from)
          .slice(0, limit)
          .filter(({ isDeleted }) => isDeleted);
      },
      readStates: async (_userId, ids) => {
        stop();
        return new Map(ids.flatMap((id) => this.#item(`${type} ${id}`).map((item) => [id, item] as const)));
      },
    };
  }

  #item(key: string): PresentState<unknown>[] {
    const item = this.#items.get(key);
    return item === undefined ? [] : [{ changedAt: item.changedAt, answer: item.text === null ? null : shown(item) }];
  }
}

function shown({ changedAt, text }: StoredItem) {
  return { text, updated_at: changedAt };
}
