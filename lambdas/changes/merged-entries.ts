import type { ChangeEntry, ChangeSource, EntryPosition } from "../shared/changes/change-index.ts";

/** An entry of one of several indexes. */
export interface TypedEntry<Type extends string> extends ChangeEntry {
  readonly type: Type;
}

/** The entries of one index that were read and not yet taken. */
interface Ahead<Type extends string> {
  readonly type: Type;
  readonly source: Pick<ChangeSource, "listEntries">;
  entries: readonly ChangeEntry[];
  /** The last entry that was read. */
  last: EntryPosition | null;
  isEnd: boolean;
}

/** The entries of several indexes of one user, the oldest change first. */
export class MergedEntries<Type extends string> {
  readonly #userId: string;
  readonly #from: string | null;
  readonly #ahead: readonly Ahead<Type>[];
  readonly #positions: Record<Type, EntryPosition | null>;

  /** @param from the earliest time of a change, ISO 8601 UTC; null for all */
  constructor(
    userId: string,
    sources: Readonly<Record<Type, Pick<ChangeSource, "listEntries">>>,
    from: string | null,
    positions: Readonly<Record<Type, EntryPosition | null>>,
  ) {
    this.#userId = userId;
    this.#from = from;
    this.#positions = { ...positions };
    this.#ahead = (Object.keys(sources) as Type[]).map((type) => ({
      type,
      source: sources[type],
      entries: [],
      last: positions[type],
      isEnd: false,
    }));
  }

  /** The next entries, at most `count`; fewer at the end. */
  async next(count: number): Promise<readonly TypedEntry<Type>[]> {
    // One entry more of each index: it shows whether the index goes on.
    for (const ahead of this.#ahead) await this.#read(ahead, count + 1);
    return this.#ahead
      .flatMap(({ type, entries }) => entries.map((entry) => ({ ...entry, type })))
      .sort((one, other) => (one.changedAt < other.changedAt ? -1 : Number(one.changedAt > other.changedAt)))
      .slice(0, count);
  }

  /** Takes the first of the next entries: the page does not begin before it any more. */
  take({ type, changedAt, id }: TypedEntry<Type>): void {
    this.#positions[type] = { changedAt, id };
    for (const ahead of this.#ahead) if (ahead.type === type) ahead.entries = ahead.entries.slice(1);
  }

  /** The last entry that was taken, of each index. */
  get positions(): Readonly<Record<Type, EntryPosition | null>> {
    return this.#positions;
  }

  /** Whether all entries were taken. */
  get isEnd(): boolean {
    return this.#ahead.every(({ entries, isEnd }) => isEnd && entries.length === 0);
  }

  async #read(ahead: Ahead<Type>, count: number): Promise<void> {
    while (!ahead.isEnd && ahead.entries.length < count) {
      const { entries, isEnd } = await ahead.source.listEntries(this.#userId, {
        from: this.#from,
        after: ahead.last,
        limit: count - ahead.entries.length,
      });
      ahead.entries = [...ahead.entries, ...entries];
      ahead.last = entries.at(-1) ?? ahead.last;
      ahead.isEnd = isEnd;
    }
  }
}
