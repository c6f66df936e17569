import { holdsAll } from "../../lambdas/shared/search/search-terms.ts";
import { readableUrls, searchableFields, searchableText } from "../../lambdas/shared/search/searchable-text.ts";
import type { Bookmark, Stock } from "../answers.ts";
import type { QueueEntry, SaveEntry } from "../offline/queue-entry.ts";
import type { TagQuery } from "../paging.ts";

/**
 * A bookmark or a stock as a user interface shows it: synced, waiting to be sent, or both. `item` has the changes that wait
 * to be sent. `waiting` has the entries of the offline queue that are about it, in their order, the failed ones too.
 */
export type SyncedThing = SyncedBookmark | SyncedStock | WaitingThing;

export interface SyncedBookmark {
  readonly type: "bookmark";
  readonly id: string;
  readonly item: Bookmark;
  readonly waiting: readonly QueueEntry[];
}

export interface SyncedStock {
  readonly type: "stock";
  readonly id: string;
  readonly item: Stock;
  readonly waiting: readonly QueueEntry[];
}

/** What the API has not saved yet: the first entry's `intent`, `enqueuedAt`, `state` and `lastError` tell the rest. */
export interface WaitingThing {
  readonly type: "bookmark" | "stock";
  readonly id: null;
  readonly item: null;
  readonly waiting: readonly [SaveEntry, ...SaveEntry[]];
}

/**
 * A thing that the offline queue holds entries about, what is to be deleted included. `id` is null for what was not saved
 * yet. `item` is the thing as it is synced, without the changes that wait to be sent; null for what was not saved yet, was
 * deleted elsewhere, or is not synced yet. `waiting` has the entries in their order, the failed ones too.
 */
export type QueuedThing = QueuedBookmark | QueuedStock;

export interface QueuedBookmark {
  readonly type: "bookmark";
  readonly id: string | null;
  readonly item: Bookmark | null;
  readonly waiting: readonly [QueueEntry, ...QueueEntry[]];
}

export interface QueuedStock {
  readonly type: "stock";
  readonly id: string | null;
  readonly item: Stock | null;
  readonly waiting: readonly [QueueEntry, ...QueueEntry[]];
}

/** What is listed: all, or what fits each of the given filters. */
export interface SyncFilter extends TagQuery {
  readonly type?: "bookmark" | "stock";
  /** A status of bookmarks or of stocks. What was not sent yet has none. */
  readonly status?: Bookmark["status"] | Stock["status"];
  readonly provider?: Stock["provider"];
}

/** The texts and tags of things in the form in which they are searched; each is made once. */
export class SearchedTexts {
  readonly #texts = new WeakMap<object, string>();
  readonly #tags = new Map<string, string>();

  /** A function that tells whether a thing fits each of the filters. */
  filter({ type, tag = [], status, provider }: SyncFilter): (thing: SyncedThing) => boolean {
    const wanted = [tag].flat().map((each) => this.#tag(each));
    return (thing) => {
      if (type !== undefined && thing.type !== type) return false;
      if (status !== undefined && thing.item?.status !== status) return false;
      if (provider !== undefined && providerOf(thing) !== provider) return false;
      // Most lists are of all tags, and of thousands of things.
      if (wanted.length === 0) return true;
      const tags = tagsOf(thing).map((each) => this.#tag(each));
      return wanted.every((each) => tags.includes(each));
    };
  }

  /** Whether a thing's text holds all terms. */
  holds(thing: SyncedThing, terms: readonly string[]): boolean {
    return holdsAll(this.prepare(thing), terms);
  }

  /** Whether the text of a thing was made. */
  has(thing: SyncedThing): boolean {
    return this.#texts.has(sourceOf(thing));
  }

  /** The text of a thing, made now if it was not. */
  prepare(thing: SyncedThing): string {
    const source = sourceOf(thing);
    const there = this.#texts.get(source);
    if (there !== undefined) return there;
    const text = searchableFields(fieldsOf(thing));
    this.#texts.set(source, text);
    return text;
  }

  #tag(tag: string): string {
    const there = this.#tags.get(tag) ?? searchableText(tag);
    this.#tags.set(tag, there);
    return there;
  }
}

/** The object that holds what a text is made of; another state of the thing is another object. */
function sourceOf(thing: SyncedThing): object {
  return thing.item ?? thing.waiting[0].intent;
}

function providerOf(thing: SyncedThing): Stock["provider"] | null {
  return thing.type === "stock" && thing.item !== null ? thing.item.provider : null;
}

function fieldsOf(thing: SyncedThing): readonly (string | null | undefined)[] {
  if (thing.item === null) {
    const { create, body } = thing.waiting[0].intent;
    const texts = create === "stock" ? [body.memo] : [body.title, body.note];
    return [...texts, ...readableUrls(body.url), ...(body.tags ?? [])];
  }
  if (thing.type === "stock") {
    const { title, author_name, memo, tags, provider, canonical_url, original_url } = thing.item;
    const urls = new Set([canonical_url, original_url].flatMap(readableUrls));
    return [title, author_name, memo, ...tags, provider, ...urls];
  }
  const { title, note, url, tags, site_name, author, summary } = thing.item;
  return [title, note, ...readableUrls(url), ...tags, site_name, author, summary];
}

function tagsOf(thing: SyncedThing): readonly string[] {
  return (thing.item ?? thing.waiting[0].intent.body).tags ?? [];
}

/** When a thing was saved, in milliseconds since 1970. */
export function timeOf(thing: SyncedThing): number {
  if (thing.item !== null) return Date.parse(thing.item.created_at);
  const { intent, enqueuedAt } = thing.waiting[0];
  return Date.parse(intent.body.saved_at ?? enqueuedAt);
}
