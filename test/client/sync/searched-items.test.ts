import { beforeEach, expect, it } from "vitest";
import type { Intent, SyncedItem, SyncFilter } from "../../../client/index.ts";
import { SearchedItems } from "../../../client/sync/searched-items.ts";
import { parseSearch } from "../../../lambdas/shared/search/parse-search.ts";
import { queued } from "../queued.ts";
import { savedBookmark } from "../saved-bookmark.ts";
import { savedStock } from "../saved-stock.ts";

const created_at = "2026-11-20T03:00:00.000Z";

function waiting(intent: Intent): SyncedItem {
  const type = "create" in intent ? intent.create : "bookmark";
  return { type, id: null, item: null, waiting: [queued(intent, { place: 1 })] } as unknown as SyncedItem;
}

const ITEMS: Readonly<Record<string, SyncedItem>> = {
  bookmark: {
    type: "bookmark",
    id: "b",
    item: savedBookmark({
      id: "b",
      url: "https://example.com/wren",
      created_at,
      title: "Robin",
      note: "Heron",
      tags: ["Blue tit", "Swan"],
      site_name: "Goose",
      author: "Stork",
      summary: "Eagle",
      status: "done",
    }),
    waiting: [],
  },
  stock: {
    type: "stock",
    id: "s",
    item: savedStock({
      id: "s",
      original_url: "https://docswell.com/s/crane",
      canonical_url: "https://docswell.com/s/finch",
      created_at,
      provider: "docswell",
      title: "Raven",
      author_name: "Kite",
      memo: "Dove",
      tags: ["Blue tit", "Ibis"],
    }),
    waiting: [],
  },
  "waiting bookmark": waiting({
    create: "bookmark",
    body: { url: "https://example.com/jay", title: "Duck", note: "Lark", tags: ["Blue tit", "Quail"] },
  }),
  "waiting stock": waiting({
    create: "stock",
    body: { url: "https://speakerdeck.com/a/rook", memo: "Snipe", tags: ["Ibis"] },
  }),
};

let searched: SearchedItems;
beforeEach(() => {
  searched = new SearchedItems();
});
const names = (fits: (synced: SyncedItem) => boolean) =>
  Object.entries(ITEMS).flatMap(([name, synced]) => (fits(synced) ? [name] : []));

it.each<[SyncFilter, string[]]>([
  [{}, ["bookmark", "stock", "waiting bookmark", "waiting stock"]],
  [{ tag: [] }, ["bookmark", "stock", "waiting bookmark", "waiting stock"]],
  [{ type: "stock" }, ["stock", "waiting stock"]],
  [{ type: "bookmark" }, ["bookmark", "waiting bookmark"]],
  [{ status: "done" }, ["bookmark"]],
  [{ status: "pending" }, ["stock"]],
  [{ provider: "docswell" }, ["stock"]],
  [{ provider: "speakerdeck" }, []],
  [{ tag: "BLUE TIT" }, ["bookmark", "stock", "waiting bookmark"]],
  [{ tag: "blue" }, []],
  [{ tag: ["blue tit", "quail"] }, ["waiting bookmark"]],
  [{ tag: "ibis", type: "stock" }, ["stock", "waiting stock"]],
  [{ tag: "swan", type: "stock" }, []],
])("the filter %j takes its items", (filter, fitting) => {
  expect(names(searched.filter(filter))).toEqual(fitting);
});

it.each<[string, string[]]>([
  ["bookmark", ["robin", "heron", "wren", "blue tit", "swan", "goose", "stork", "eagle"]],
  ["stock", ["raven", "kite", "dove", "blue tit", "ibis", "docswell", "crane", "finch"]],
  ["waiting bookmark", ["duck", "lark", "jay", "blue tit", "quail"]],
  ["waiting stock", ["snipe", "rook", "ibis"]],
])("a search finds a %s by each of its texts", (name, terms) => {
  const found = (q: string) => names((synced) => searched.matches(synced, parseSearch(q).conditions));
  for (const term of terms) expect(found(`"${term}"`), term).toContain(name);
  const others = ["robin", "raven", "duck", "snipe"].filter((term) => !terms.includes(term));
  for (const term of others) expect(found(term), term).not.toContain(name);
  expect(found(`${terms[0]} albatross`)).toEqual([]);
});

it("the searched texts are made once, and again for another state of the item", () => {
  const synced = ITEMS.bookmark as SyncedItem & { readonly type: "bookmark"; readonly id: string };
  expect(searched.has(synced)).toBe(false);
  const made = searched.prepare(synced);
  expect([searched.has(synced), searched.prepare({ ...synced, waiting: [] } as SyncedItem)]).toEqual([true, made]);
  const changed = { ...synced, item: { ...synced.item, title: "Owl" } } as SyncedItem;
  expect(searched.has(changed)).toBe(false);
  expect(searched.prepare(changed).text).toBe(made.text.replace("robin", "owl"));
});
