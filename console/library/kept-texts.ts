import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Bookmark, BookmarkContent, MagpieClient } from "../../client/index.ts";
import { ApiProblem, MagpieError } from "../../client/index.ts";
import { isFull } from "../device/keep-item.ts";
import type { KeptTextsChoice } from "../device/preferences.ts";
import type { KeptPlace, TextRecord, TextStorage } from "./text-storage.ts";
import { wantedTexts } from "./wanted-texts.ts";

/** The state of the texts on this device. */
export interface TextsState {
  /** Texts that are here, and their size together. */
  readonly count: number;
  readonly bytes: number;
  /** Texts that are wanted here and not here yet. */
  readonly missing: number;
  /** Whether the device has no space for further texts. */
  readonly isFull: boolean;
}

/** A text that a person has opened. */
export interface OpenedText {
  /** Null when the API keeps no text of the page. */
  readonly content: BookmarkContent | null;
  /** Whether it is on this device now. */
  readonly isHere: boolean;
  /** Where it was left on this device. */
  readonly place: KeptPlace | null;
}

interface KeptTextsOptions {
  readonly client: Pick<MagpieClient, "bookmarks">;
  readonly storage: TextStorage;
  /** The person's bookmarks, newest first, and whether they are all. */
  readonly bookmarks: () => { readonly newestFirst: readonly Bookmark[]; readonly isWhole: boolean };
  readonly choice: () => KeptTextsChoice;
  /** Called when the device has no space for further texts. */
  readonly onFull: () => void;
  /** Called with errors of the storage. */
  readonly onError: (error: unknown) => void;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** What a place of the last release lacks: every other place is later. */
const OF_LAST_RELEASE = { offset: 0, progress: 0, at: "" };

/** Milliseconds between two texts fetched in the background: the throttle of a route lets one request a second pass. */
const PAUSE_MS = 1_500;

/**
 * The texts of a person's bookmarks on this device. One after the other is fetched in the background, by one tab; a text is
 * fetched again only when its page was read again. Each is stored with its record: what was interrupted goes on with the next.
 */
export class KeptTexts {
  readonly #options: KeptTextsOptions;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #state = signal<TextsState>({ count: 0, bytes: 0, missing: 0, isFull: false });
  /** Sizes of the texts that are here, by id. */
  #sizes = new Map<string, number>();
  /** Texts that the API did not have, by id and `read_at`: they are not requested again. */
  readonly #absent = new Set<string>();
  readonly #ending = new AbortController();
  #following: Promise<void> | null = null;

  constructor(options: KeptTextsOptions) {
    this.#options = options;
    this.#sleep = options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  }

  get state(): ReadonlySignal<TextsState> {
    return this.#state;
  }

  /**
   * The text of a bookmark: the one of this device when the page was not read again since, else the API's. Without the API an
   * older one is better than none.
   *
   * @throws MagpieError when the text is not here, and the API does not give it
   */
  async open(bookmark: Bookmark, signal: AbortSignal): Promise<OpenedText> {
    const { client, storage, choice } = this.#options;
    const { id } = bookmark;
    const { record, text } = await storage.read(id);
    const place = record?.place ? { ...OF_LAST_RELEASE, ...record.place } : null;
    if (text !== null && record?.readAt === bookmark.read_at) {
      if (!record.isOpened) await storage.change(id, { isOpened: true });
      return { content: text, isHere: true, place };
    }
    let content: BookmarkContent;
    try {
      content = await client.bookmarks.content(id, { signal });
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "no_content") return { content: null, isHere: false, place };
      if (text !== null && error instanceof MagpieError && error.retryable)
        return { content: text, isHere: true, place };
      throw error;
    }
    const isHere = choice() !== "off" && (await this.#store(bookmark, content, { isOpened: true }));
    return { content, isHere, place };
  }

  /** The text of a bookmark as far as it is on this device, perhaps an older one; null without one. It fails by `onError`. */
  async here(id: string): Promise<BookmarkContent | null> {
    try {
      return (await this.#options.storage.read(id)).text;
    } catch (error) {
      this.#fails(error);
      return null;
    }
  }

  /** Keeps the place at which a person is in a text, on this device. */
  setPlace(id: string, place: KeptPlace): void {
    this.#options.storage.change(id, { place, isOpened: true }).catch(this.#fails);
  }

  /** Makes this device have the texts that are wanted here; concurrent calls share one pass. It fails by `onError`. */
  follow(): Promise<void> {
    this.#following ??= this.#follow()
      .catch(this.#fails)
      .finally(() => {
        this.#following = null;
      });
    return this.#following;
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { storage } = this.#options;
    this.#take(await storage.records());
    await storage.exclusively(async () => {
      while (await this.#fetchMissing());
    });
  }

  /** @returns whether another choice was made meanwhile */
  async #fetchMissing(): Promise<boolean> {
    const { client, choice } = this.#options;
    const { signal } = this.#ending;
    const chosen = choice();
    for (const [index, bookmark] of (await this.#tidied()).entries()) {
      if (index > 0) await this.#sleep(PAUSE_MS);
      if (signal.aborted || this.#state.value.isFull) return false;
      if (choice() !== chosen) return true;
      try {
        const content = await client.bookmarks.content(bookmark.id, { signal });
        if (choice() !== chosen) return true;
        await this.#store(bookmark, content);
      } catch (error) {
        if (!(error instanceof MagpieError)) throw error;
        // Continued after the next successful refresh.
        if (!(error instanceof ApiProblem) || error.status !== 404) return false;
        this.#absent.add(keyOf(bookmark));
        this.#show({ missing: this.#state.value.missing - 1 });
      }
    }
    return choice() !== chosen;
  }

  /** Deletes what is not wanted here any more. @returns the bookmarks whose texts are missing */
  async #tidied(): Promise<readonly Bookmark[]> {
    const { storage, bookmarks, choice } = this.#options;
    const { newestFirst, isWhole } = bookmarks();
    const { missing, unwanted, gone } = wantedTexts(newestFirst, await storage.records(), choice(), isWhole);
    if (gone.length > 0) await storage.forget(gone);
    for (const id of unwanted) await storage.change(id, { readAt: null, bytes: 0 }, null);
    this.#take(await storage.records());
    const present = missing.filter((bookmark) => !this.#absent.has(keyOf(bookmark)));
    const hasSpace = gone.length + unwanted.length > 0;
    this.#show({ missing: present.length, ...(hasSpace ? { isFull: false } : {}) });
    return present;
  }

  /** @returns whether the device had space for it */
  async #store(
    { id, read_at: readAt }: Bookmark,
    content: BookmarkContent,
    changes: Partial<TextRecord> = {},
  ): Promise<boolean> {
    const bytes = new TextEncoder().encode(JSON.stringify(content)).length;
    try {
      await this.#options.storage.change(id, { ...changes, readAt, bytes }, content);
    } catch (error) {
      if (!isFull(error)) throw error;
      if (!this.#state.value.isFull) this.#options.onFull();
      this.#show({ isFull: true });
      return false;
    }
    const { bytes: all, missing } = this.#state.value;
    const before = this.#sizes.get(id) ?? 0;
    this.#sizes.set(id, bytes);
    this.#show({ bytes: all - before + bytes, missing: Math.max(0, missing - 1) });
    return true;
  }

  #take(records: readonly TextRecord[]): void {
    this.#sizes = new Map(records.flatMap(({ id, readAt, bytes }) => (readAt === null ? [] : [[id, bytes]])));
    this.#show({ bytes: records.reduce((sum, { bytes }) => sum + bytes, 0) });
  }

  #show(changes: Partial<TextsState>): void {
    this.#state.value = { ...this.#state.value, count: this.#sizes.size, ...changes };
  }

  readonly #fails = (error: unknown): void => {
    if (!this.#ending.signal.aborted) this.#options.onError(error);
  };
}

function keyOf({ id, read_at: readAt }: Bookmark): string {
  return `${id} ${readAt}`;
}
