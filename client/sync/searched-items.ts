import type { SearchedItem } from "../../lambdas/shared/search/matches-search.ts";
import { matchesSearch } from "../../lambdas/shared/search/matches-search.ts";
import type { Condition } from "../../lambdas/shared/search/parse-search.ts";
import { tagCondition } from "../../lambdas/shared/search/parse-search.ts";
import {
  FIELD_END,
  readableUrls,
  searchableFields,
  searchableTags,
  searchableText,
} from "../../lambdas/shared/search/searchable-text.ts";
import { siteOf } from "../../lambdas/shared/search/site.ts";
import { comparePlaces, sortKey } from "../../lambdas/shared/search/sort.ts";
import type { ToldState } from "../../lambdas/shared/search/states.ts";
import { statesOf } from "../../lambdas/shared/search/states.ts";
import type { Stock } from "../answers.ts";
import type { Sort } from "../search.ts";
import type { SyncedItem, SyncFilter } from "./synced-item.ts";
import { timeOf } from "./synced-item.ts";

/** The searched texts of items, prepared once for each. @internal */
export class SearchedItems {
  readonly #made = new WeakMap<object, SearchedItem>();

  /** A function that tells whether an item fits each of the filters. */
  filter({ type, tag = [], status, provider }: SyncFilter): (synced: SyncedItem) => boolean {
    const wanted = [tag].flat().map(tagCondition);
    return (synced) => {
      if (type !== undefined && synced.type !== type) return false;
      if (status !== undefined && synced.item?.status !== status) return false;
      if (provider !== undefined && providerOf(synced) !== provider) return false;
      // Most lists are of all tags, and of thousands of items.
      return wanted.length === 0 || this.matches(synced, wanted);
    };
  }

  matches(synced: SyncedItem, conditions: readonly Condition[]): boolean {
    return matchesSearch(this.prepare(synced), conditions);
  }

  /** Items, which are newest first, in another order. */
  sorted(items: readonly SyncedItem[], sort: Sort): readonly SyncedItem[] {
    if (sort === "newest") return items;
    if (sort === "oldest") return items.toReversed();
    return items
      .map((synced) => {
        const searched = this.prepare(synced);
        const id = synced.id ?? synced.waiting[0].idempotencyKey;
        return { synced, place: { key: sortKey(sort, searched), time: searched.createdAt, id } };
      })
      .sort((one, other) => comparePlaces(one.place, other.place))
      .map(({ synced }) => synced);
  }

  has(synced: SyncedItem): boolean {
    return this.#made.has(sourceOf(synced));
  }

  /** The searched texts of an item, prepared now if they were not. */
  prepare(synced: SyncedItem): SearchedItem {
    const source = sourceOf(synced);
    const there = this.#made.get(source);
    if (there !== undefined) return there;
    const made = searchedItem(synced);
    this.#made.set(source, made);
    return made;
  }
}

/** The object from which a text was made; another state of the item is another object. */
function sourceOf(synced: SyncedItem): object {
  return synced.item ?? synced.waiting[0].intent;
}

function providerOf(synced: SyncedItem): Stock["provider"] | null {
  return synced.type === "stock" && synced.item !== null ? synced.item.provider : null;
}

function searchedItem(synced: SyncedItem): SearchedItem {
  const { title, address, texts, tags } = partsOf(synced);
  const searchedTags = searchableTags(tags);
  const searchedTitle = searchableText(title ?? "");
  return {
    title: searchedTitle,
    site: siteOf(address),
    text: [searchedTitle, searchableFields(texts), searchedTags].join(FIELD_END),
    tags: searchedTags,
    createdAt: new Date(timeOf(synced)).toISOString(),
    states: statesOfItem(synced),
  };
}

/** The parts of an item that are searched; the address is that of its site. */
function partsOf(synced: SyncedItem) {
  if (synced.item === null) {
    const { create, body } = synced.waiting[0].intent;
    const { url, tags } = body;
    const [title, text] = create === "stock" ? [null, body.memo] : [body.title, body.note];
    return { title, address: url, texts: [text, ...readableUrls(url)], tags: tags ?? [] };
  }
  if (synced.type === "stock") {
    const { title, author_name, memo, tags, provider, canonical_url, original_url } = synced.item;
    const urls = new Set([canonical_url, original_url].flatMap(readableUrls));
    return { title, address: canonical_url, texts: [author_name, memo, provider, ...urls], tags };
  }
  const { title, note, url, tags, site_name, author, summary } = synced.item;
  return { title, address: url, texts: [note, ...readableUrls(url), site_name, author, summary], tags };
}

/** The states of an item that a search may ask for. An item that was not sent yet is pending, unless it was refused. */
function statesOfItem(synced: SyncedItem): readonly ToldState[] {
  if (synced.item !== null) return statesOf(synced.item);
  const { state, intent } = synced.waiting[0];
  return statesOf({ ...intent.body, status: state === "failed" ? "failed" : "pending" });
}
