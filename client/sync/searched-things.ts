import type { SearchedThing } from "../../lambdas/shared/search/matches-search.ts";
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
import type { SyncedThing, SyncFilter } from "./synced-thing.ts";
import { timeOf } from "./synced-thing.ts";

/** The searched texts of items, prepared once for each. @internal */
export class SearchedThings {
  readonly #made = new WeakMap<object, SearchedThing>();

  /** A function that tells whether an item fits each of the filters. */
  filter({ type, tag = [], status, provider }: SyncFilter): (thing: SyncedThing) => boolean {
    const wanted = [tag].flat().map(tagCondition);
    return (thing) => {
      if (type !== undefined && thing.type !== type) return false;
      if (status !== undefined && thing.item?.status !== status) return false;
      if (provider !== undefined && providerOf(thing) !== provider) return false;
      // Most lists are of all tags, and of thousands of items.
      return wanted.length === 0 || this.matches(thing, wanted);
    };
  }

  matches(thing: SyncedThing, conditions: readonly Condition[]): boolean {
    return matchesSearch(this.prepare(thing), conditions);
  }

  /** Items, which are newest first, in another order. */
  sorted(things: readonly SyncedThing[], sort: Sort): readonly SyncedThing[] {
    if (sort === "newest") return things;
    if (sort === "oldest") return things.toReversed();
    return things
      .map((thing) => {
        const searched = this.prepare(thing);
        const id = thing.id ?? thing.waiting[0].idempotencyKey;
        return { thing, place: { key: sortKey(sort, searched), time: searched.createdAt, id } };
      })
      .sort((one, other) => comparePlaces(one.place, other.place))
      .map(({ thing }) => thing);
  }

  /** Whether an item's texts are prepared. */
  has(thing: SyncedThing): boolean {
    return this.#made.has(sourceOf(thing));
  }

  /** The searched texts of an item, prepared now if they were not. */
  prepare(thing: SyncedThing): SearchedThing {
    const source = sourceOf(thing);
    const there = this.#made.get(source);
    if (there !== undefined) return there;
    const made = searchedThing(thing);
    this.#made.set(source, made);
    return made;
  }
}

/** The object from which a text was made; another state of the item is another object. */
function sourceOf(thing: SyncedThing): object {
  return thing.item ?? thing.waiting[0].intent;
}

function providerOf(thing: SyncedThing): Stock["provider"] | null {
  return thing.type === "stock" && thing.item !== null ? thing.item.provider : null;
}

function searchedThing(thing: SyncedThing): SearchedThing {
  const { title, address, texts, tags } = partsOf(thing);
  const searchedTags = searchableTags(tags);
  const searchedTitle = searchableText(title ?? "");
  return {
    title: searchedTitle,
    site: siteOf(address),
    text: [searchedTitle, searchableFields(texts), searchedTags].join(FIELD_END),
    tags: searchedTags,
    createdAt: new Date(timeOf(thing)).toISOString(),
    states: statesOfThing(thing),
  };
}

/** The parts of an item that are searched; the address is that of its site. */
function partsOf(thing: SyncedThing) {
  if (thing.item === null) {
    const { create, body } = thing.waiting[0].intent;
    const { url, tags } = body;
    const [title, text] = create === "stock" ? [null, body.memo] : [body.title, body.note];
    return { title, address: url, texts: [text, ...readableUrls(url)], tags: tags ?? [] };
  }
  if (thing.type === "stock") {
    const { title, author_name, memo, tags, provider, canonical_url, original_url } = thing.item;
    const urls = new Set([canonical_url, original_url].flatMap(readableUrls));
    return { title, address: canonical_url, texts: [author_name, memo, provider, ...urls], tags };
  }
  const { title, note, url, tags, site_name, author, summary } = thing.item;
  return { title, address: url, texts: [note, ...readableUrls(url), site_name, author, summary], tags };
}

/** The states of a thing that a search may ask for. What was not sent yet is pending, unless it was refused. */
function statesOfThing(thing: SyncedThing): readonly ToldState[] {
  if (thing.item === null) return [thing.waiting[0].state === "failed" ? "failed" : "pending"];
  return statesOf(thing.item);
}
