import fc from "fast-check";
import { expect, it } from "vitest";
import type { SyncedItem } from "../../../client/index.ts";
import { SearchedItems } from "../../../client/sync/searched-items.ts";
import { LLM_STATUSES } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { bookmarkAnswer } from "../../../lambdas/bookmarks/http/bookmark-answer.ts";
import { BOOKMARKS } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import type { ItemTypes, SavedItemKind } from "../../../lambdas/shared/saved-items/saved-item-kind.ts";
import type { StoredItem } from "../../../lambdas/shared/saved-items/stored-item.ts";
import { newAttributes, toSearchedItem } from "../../../lambdas/shared/saved-items/stored-item.ts";
import { matchesSearch } from "../../../lambdas/shared/search/matches-search.ts";
import type { Condition } from "../../../lambdas/shared/search/parse-search.ts";
import { parseSearch, tagCondition } from "../../../lambdas/shared/search/parse-search.ts";
import { comparePlaces, sortKey } from "../../../lambdas/shared/search/sort.ts";
import { STOCK_STATUSES } from "../../../lambdas/slides/stock.ts";
import { stockAnswer } from "../../../lambdas/slides/stock-answer.ts";
import { STOCKS } from "../../../lambdas/slides/stock-table.ts";
import { pendingBookmark } from "../../bookmarks/bookmarks-world.ts";
import { at } from "../../emulators/test-clock.ts";
import { load, runs } from "../../load.ts";
import { pendingStock } from "../../slides/slides-world.ts";

const DAY = 24 * 3_600_000;
const SITE = "https://alice.example";
const WORDS = [
  "Rare",
  "birds",
  "C#",
  "東京",
  "Ｗeb",
  "e\u0301cole",
  "a.b",
  "don't",
  "-x",
  "tag:x",
  "https://b.example/",
  "",
];
const TAGS = ["Web Design", "東京", "c++", "rare"];

const word = fc.constantFrom(...WORDS);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
const field = fc.option(text);
const tags = fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 });
const host = fc.constantFrom("a.example", "www.a.example", "b.a.example", "ba.example", "東京.example");
const url = fc
  .tuple(host, fc.constantFrom("/", "/rare", "/%E6%9D%B1%E4%BA%AC", "/%FF?x=1"))
  .map((parts) => `https://${parts.join("")}`);
const createdAt = fc.nat(4).map((days) => at(days * DAY - DAY / 2).toISOString());

const bookmarkFields = fc.record({
  url,
  createdAt,
  title: field,
  note: field,
  userTags: fc.option(tags),
  pageTitle: field,
  siteName: field,
  author: field,
  summary: field,
  tags,
  status: fc.constantFrom(...LLM_STATUSES),
  retrying: fc.boolean(),
  duplicateOf: fc.option(url),
  goneAt: fc.option(fc.constant("2026-05-12T03:00:00.000Z")),
  place: fc.option(
    fc.record({
      block: fc.constant(1),
      offset: fc.constant(2),
      progress: fc.constantFrom(0.01, 0.5, 1),
      at: fc.constant("2026-05-12T03:00:00.000Z"),
    }),
  ),
});
const stockFields = fc.record({
  canonicalUrl: url,
  originalUrl: url,
  createdAt,
  title: field,
  authorName: field,
  memo: field,
  tags,
  status: fc.constantFrom(...STOCK_STATUSES),
});

const day = fc.nat(6).map((days) =>
  at((days - 1) * DAY)
    .toISOString()
    .slice(0, 10),
);
const part = fc.oneof(
  word,
  word.map((each) => each.slice(1)),
  text.map((each) => `"${each}"`),
  fc.constantFrom(...TAGS, "design").map((tag) => `tag:"${tag.toUpperCase()}"`),
  host.map((name) => `site:${name}`),
  fc.tuple(fc.constantFrom("after:", "before:"), day).map((parts) => parts.join("")),
  fc
    .constantFrom("failed", "pending", "duplicate", "gone", "unread", "starred", "begun", "untagged")
    .map((state) => `is:${state}`),
);
const query = fc
  .array(fc.tuple(fc.boolean(), part), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([isExcluded, text]) => (isExcluded ? `-${text}` : text)).join(" "));

/** The ids of what the API finds of items, in its order. */
function foundByApi<T extends ItemTypes>(
  kind: SavedItemKind<T>,
  items: readonly T["item"][],
  sought: readonly Condition[],
  sort: "title" | "site",
): readonly string[] {
  return items
    .map((item) => ({ user_id: item.userId, id: item.id, ...newAttributes(kind, item) }) as unknown as StoredItem)
    .filter((stored) => {
      const { status: _status, ...entry } = stored;
      const isCandidate = matchesSearch(toSearchedItem(kind, entry as StoredItem), sought);
      return isCandidate && matchesSearch(toSearchedItem(kind, stored), sought);
    })
    .map((stored) => {
      const item = toSearchedItem(kind, stored);
      return { key: sortKey(sort, item), time: item.createdAt, id: stored.id };
    })
    .sort(comparePlaces)
    .map(({ id }) => id);
}

/** The ids of what a client finds of its copy of them. */
function foundOffline(items: readonly SyncedItem[], sought: readonly Condition[], sort: "title" | "site") {
  const searched = new SearchedItems();
  return searched
    .sorted(
      items.filter((synced) => searched.matches(synced, sought)),
      sort,
    )
    .map(({ id }) => id);
}

it("a search offline finds what the API finds, in the same order", () => {
  const many = <T>(fields: fc.Arbitrary<T>) => fc.array(fields, { maxLength: 12 });
  let found = 0;
  fc.assert(
    fc.property(
      many(bookmarkFields),
      many(stockFields),
      query,
      tags,
      fc.constantFrom("title", "site"),
      fc.constantFrom("UTC", "Asia/Tokyo", "America/Los_Angeles"),
      (bookmarks, stocks, q, tags, sort, timeZone) => {
        const items = bookmarks.map((fields, index) => ({ ...pendingBookmark("alice"), ...fields, id: `b${index}` }));
        const decks = stocks.map((fields, index) => ({ ...pendingStock("alice"), ...fields, id: `s${index}` }));
        const sought = [...tags.slice(2).map(tagCondition), ...parseSearch(q, { timeZone }).conditions];
        const synced = (type: "bookmark" | "stock", item: object & { readonly id: string }) =>
          ({ type, id: item.id, item, waiting: [] }) as unknown as SyncedItem;
        const offline = foundOffline(
          items.map((item) => synced("bookmark", bookmarkAnswer(SITE)(item))),
          sought,
          sort,
        );
        expect(offline).toEqual(foundByApi(BOOKMARKS, items, sought, sort));
        expect(
          foundOffline(
            decks.map((deck) => synced("stock", stockAnswer(SITE)(deck))),
            sought,
            sort,
          ),
        ).toEqual(foundByApi(STOCKS, decks, sought, sort));
        found += offline.length;
      },
    ),
    runs(300),
  );
  expect(found).toBeGreaterThan(load(100, 25));
});
