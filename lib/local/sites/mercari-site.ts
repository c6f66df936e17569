import type { ListedItem } from "./mercari-pages.ts";
import {
  cardOf,
  challengeDocument,
  changedSearchDocument,
  deletedDocument,
  documentWith,
  escapeHtml,
  itemDocument,
  noResultsDocument,
  notFoundDocument,
  pathOfItem,
  placeholder,
  searchDocument,
  skeletonDocument,
} from "./mercari-pages.ts";
import type { SimulatedSite, SiteAnswer, SiteRequest } from "./simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "./simulated-site.ts";

export type MercariOptions = {
  /** The number of listings at the start, all on sale, the newest first; default 0. */
  readonly items?: number;
  /** The site's clock: the pages of listings show how long ago they changed. Default: this machine's. */
  readonly clock?: () => Date;
};

/** The true state of a listing. */
export type TrueItem = Omit<ListedItem, "changedAgo"> & {
  readonly categoryId: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
};

/** The fields of a listing that a test may set. */
export type ItemChanges = Partial<Omit<TrueItem, "id" | "changedAt">>;

/**
 * `blocked`: a challenge with status 403; `throttled`: 429; `changed`: a redesign without any known mark; `half_rendered`:
 * every second card, and every detail page, waits for a script; `not_rendered`: all of them do; `nothing`: searches state
 * that they have no results.
 */
export type Mood = "fine" | "blocked" | "throttled" | "changed" | "half_rendered" | "not_rendered" | "nothing";

/** Mercari's search and detail pages as they are after their scripts have run, and its robots.txt. */
export type MercariSite = SimulatedSite & {
  readonly egressMap: Readonly<Record<string, string>>;
  /** Every existing listing, in the order of a search: the last changed first. */
  items(): readonly TrueItem[];
  /** Adds a new listing at the top, and returns its id. */
  list(facts?: ItemChanges): string;
  /** Changes a listing; it stays at its position. */
  change(id: string, changes: ItemChanges): void;
  /** Moves a listing to the top, like an edit. */
  raise(id: string): void;
  /** From now on the listing's page states that it is deleted, and no search finds it. */
  remove(id: string): void;
  mood(mood: Mood): void;
};

const host = "jp.mercari.com";
const pageSize = 120;

// As read in 2026, without the forms for other languages.
const ROBOTS =
  "User-agent: *\nDisallow: /mypage/\nDisallow: /purchase/\nDisallow: /transaction/\nDisallow: /v1/\nDisallow: /v2/\n";

const units = [
  ["年", 365 * 86_400],
  ["か月", 30 * 86_400],
  ["日", 86_400],
  ["時間", 3_600],
  ["分", 60],
  ["秒", 1],
] as const;

/** A time span in the site's words: the largest unit that fits, rounded down. */
function inWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.floor(milliseconds / 1_000));
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ["秒", 1];
  return `${Math.floor(seconds / size)}${unit}前`;
}

const names = [
  "カメラ",
  'レンズ 50mm F1.8 & "元箱"',
  "【売り切れ必至】限定モデル <美品>",
  "作例の画像 3,000円分付き",
  "👨‍👩‍👧 ストラップ",
];

/** The `index`th listing, invented, and the same at every start. Every tenth is a shop's. */
function inventItem(index: number, facts: ItemChanges, changedAt: number): TrueItem {
  const isShop = facts.isShop ?? index % 10 === 9;
  const number = String(index).padStart(7, "0");
  return {
    name: `${names[index % names.length]} #${number}`,
    price: 3_000 + ((index * 7_919) % 60_000),
    sellerId: isShop ? `ZZshop${number}` : `99900${number}`,
    state: "on_sale",
    isAuction: false,
    categoryId: 1234,
    ...facts,
    id: isShop ? `2JZZsimulatedmag${number.slice(1)}` : `m0000${number}`,
    isShop,
    changedAt,
  };
}

/** Starts a Mercari on a free port of 127.0.0.1. Any keyword finds everything; category, limits and status are respected. */
export async function startMercariSite(options: MercariOptions = {}): Promise<MercariSite> {
  const { items: count = 0, clock = () => new Date() } = options;
  const removed = new Set<string>();
  let invented = 0;
  let items: TrueItem[] = [];
  let mood: Mood = "fine";

  const shown = (item: TrueItem): ListedItem => ({ ...item, changedAgo: inWords(clock().getTime() - item.changedAt) });

  function cardAt(item: TrueItem, index: number): string {
    if (mood === "not_rendered" || (mood === "half_rendered" && index % 2 === 1)) return placeholder;
    return cardOf(shown(item), "A");
  }

  function found({ query }: SiteRequest): TrueItem[] {
    const bound = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
    const category = query.get("category_id");
    return items.filter(
      (item) =>
        item.price >= bound("price_min", 0) &&
        item.price <= bound("price_max", Number.POSITIVE_INFINITY) &&
        (category === null || category.split(",").includes(String(item.categoryId))) &&
        (query.get("status") !== "on_sale" || item.state === "on_sale"),
    );
  }

  function search(request: SiteRequest): SiteAnswer {
    const keyword = request.query.get("keyword") ?? "";
    const page = Number(/^v1:(\d{1,4})$/.exec(request.query.get("page_token") ?? "v1:0")?.[1] ?? 0);
    const all = mood === "nothing" ? [] : found(request);
    const here = all.slice(page * pageSize, (page + 1) * pageSize);
    if (here.length === 0) return htmlAnswer(200, noResultsDocument(keyword));
    if (mood === "changed") return htmlAnswer(200, changedSearchDocument(keyword, here.map(shown)));
    const next = new URLSearchParams(request.query);
    next.set("page_token", `v1:${page + 1}`);
    const isLast = all.length <= (page + 1) * pageSize;
    return htmlAnswer(200, searchDocument(keyword, here.map(cardAt), isLast ? null : `/search?${next}`));
  }

  function itemPage(path: string): SiteAnswer {
    const item = items.find((candidate) => pathOfItem(candidate) === path);
    if (item === undefined) {
      const isKnown = removed.has(path.slice(path.lastIndexOf("/") + 1));
      return isKnown ? htmlAnswer(200, deletedDocument) : htmlAnswer(404, notFoundDocument);
    }
    if (mood === "half_rendered" || mood === "not_rendered") return htmlAnswer(200, skeletonDocument(shown(item)));
    if (mood === "changed") return htmlAnswer(200, documentWith(`<h1>${escapeHtml(item.name)}</h1>`));
    return htmlAnswer(200, itemDocument(shown(item), items.slice(0, 6).map(shown)));
  }

  function answer(request: SiteRequest): SiteAnswer {
    if (request.path === "/robots.txt") {
      return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: ROBOTS };
    }
    if (mood === "blocked") return htmlAnswer(403, challengeDocument);
    if (mood === "throttled") {
      const { headers, ...refused } = htmlAnswer(429, "<html><h1>429 Too Many Requests</h1></html>");
      return { ...refused, headers: { ...headers, "retry-after": "120" } };
    }
    return request.path === "/search" ? search(request) : itemPage(request.path);
  }

  function itemOf(id: string): TrueItem {
    const item = items.find((candidate) => candidate.id === id);
    if (item === undefined) throw new Error(`There is no listing ${id}`);
    return item;
  }

  function list(facts: ItemChanges = {}): string {
    invented += 1;
    const item = inventItem(invented, facts, clock().getTime());
    items.unshift(item);
    return item.id;
  }

  for (let index = 0; index < count; index += 1) list();
  const site = await startSimulatedSite(answer);
  return {
    ...site,
    egressMap: { [host]: site.origin },
    items: () => [...items],
    list,
    change(id, changes) {
      const changed = { ...itemOf(id), ...changes, changedAt: clock().getTime() };
      items = items.map((item) => (item.id === id ? changed : item));
    },
    raise(id) {
      const raised = { ...itemOf(id), changedAt: clock().getTime() };
      items = [raised, ...items.filter((item) => item.id !== id)];
    },
    remove(id) {
      itemOf(id);
      items = items.filter((item) => item.id !== id);
      removed.add(id);
    },
    mood(next) {
      mood = next;
    },
  };
}
