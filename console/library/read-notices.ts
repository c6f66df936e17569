import type { ReadonlySignal } from "@preact/signals";
import { computed, signal } from "@preact/signals";
import type { Notice } from "../../client/index.ts";
import { keepItem } from "../device/keep-item.ts";

/** The fields of a notice by which it is known as read. */
type Listed = Pick<Notice, "id" | "created_at">;

/** The newest notices, newest first, and whether there are older ones. */
interface Newest {
  readonly notices: readonly Listed[];
  readonly hasMore: boolean;
}

interface Kept extends Newest {
  /** Notices up to this time are read; ISO 8601 UTC, empty for none. */
  readonly readTo: string;
  /** Ids of later ones that are read, the latest read last. */
  readonly read: readonly string[];
}

/** Ids that are remembered: many times as many as a page has. */
const MAX_READ = 300;
const NOTHING: Kept = { readTo: "", read: [], notices: [], hasMore: false };

/**
 * Which notices a person has read on this device. With the newest ones, so that their number is known without a network.
 */
export class ReadNotices {
  readonly #key: string;
  readonly #ending = new AbortController();
  readonly #kept = signal<Kept>(NOTHING);
  readonly #unread = computed(() => this.#kept.value.notices.filter((notice) => this.isUnread(notice)).length);

  /** @param personId each person has read others on this device */
  constructor(personId: string) {
    this.#key = `magpie-notices ${personId}`;
    this.#kept.value = this.#stored();
    const takeOver = ({ key }: StorageEvent) => {
      if (key === this.#key) this.#kept.value = this.#stored();
    };
    addEventListener("storage", takeOver, { signal: this.#ending.signal });
  }

  /** Ends following what is read in other tabs. */
  close(): void {
    this.#ending.abort();
  }

  /** How many of the newest notices are unread. */
  get unread(): ReadonlySignal<number> {
    return this.#unread;
  }

  /** Whether all of the newest are unread and there are older ones: `unread` may be too low then. */
  get hasMoreUnread(): boolean {
    const { notices, hasMore } = this.#kept.value;
    return hasMore && this.#unread.value === notices.length;
  }

  isUnread({ id, created_at: at }: Listed): boolean {
    const { readTo, read } = this.#kept.value;
    return at > readTo && !read.includes(id);
  }

  /** Takes the newest notices of the API. */
  setNewest({ notices, hasMore }: Newest): void {
    const newest = notices.map(({ id, created_at }) => ({ id, created_at }));
    this.#keep({ ...this.#kept.peek(), notices: newest, hasMore });
  }

  markRead({ id }: Pick<Listed, "id">): void {
    const before = this.#kept.peek();
    this.#keep({ ...before, read: [...before.read.filter((each) => each !== id), id].slice(-MAX_READ) });
  }

  /**
   * Marks the newest ones by their ids and older ones by their time: a notice that is listed only now may have been made
   * before one that is read.
   */
  markAllRead(): void {
    const { notices, hasMore, readTo } = this.#kept.peek();
    const oldest = notices.at(-1)?.created_at ?? "";
    const read = notices.map(({ id }) => id);
    this.#keep({ notices, hasMore, read, readTo: hasMore && oldest > readTo ? oldest : readTo });
  }

  #keep(kept: Kept): void {
    const text = JSON.stringify(kept);
    if (text === JSON.stringify(this.#kept.peek())) return;
    this.#kept.value = kept;
    keepItem(localStorage, this.#key, text);
  }

  #stored(): Kept {
    const text = localStorage.getItem(this.#key);
    return text === null ? NOTHING : { ...NOTHING, ...(JSON.parse(text) as Partial<Kept>) };
  }
}
