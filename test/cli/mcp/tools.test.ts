import { beforeEach, expect, it } from "vitest";
import { problem } from "../stub-api.ts";
import { answered, StubbedApi } from "../stubbed-api.ts";
import type { Agent } from "./agent.ts";
import { connectAgent, itemsIn, signIn } from "./agent.ts";

const api = new StubbedApi();
const ZONE = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
const AT = "2026-11-20T01:00:00.000Z";
const PAGE = "https://pages.example/1";
const DECK = "https://speakerdeck.com/alice/birds";

const bookmark = {
  id: "b-1",
  url: PAGE,
  title: "A page",
  note: null,
  summary: "Tea. ".repeat(100),
  tags: ["tea", "Green"],
  status: "done",
  words: 900,
  created_at: AT,
  read_at: null,
  icon_url: "https://site.example/i/1",
};
const stock = {
  id: "s-1",
  canonical_url: DECK,
  title: "Birds",
  memo: "seen",
  tags: [],
  status: "ready",
  created_at: AT,
};
const book = {
  id: "k-1",
  title: "Tea",
  authors: ["Ada"],
  publisher: null,
  description: null,
  first_seen_at: AT,
  info_link: "https://books.example/k",
};

let agent: Agent;
beforeEach(async () => {
  await signIn(api.dataFolder);
  agent = await connectAgent(api.dataFolder);
});

const call = (name: string, args?: Readonly<Record<string, unknown>>) => agent.call(name, args);

/** The API's answer to a path, whatever its query. */
function answers(answer: Readonly<Record<string, unknown>>): void {
  for (const [request, body] of Object.entries(answer)) api.answers[request] = answered(body);
}

it("search finds bookmarks, decks and books by the days of this machine, and says that this is all", async () => {
  const marks = { unread: false, starred: true, gone_at: AT };
  const begun = { ...bookmark, ...marks, place: { block: 3, offset: 0.5, progress: 0.4, at: AT } };
  answers({
    [`GET /v1/bookmarks?limit=10&q=tea+after%3A2026-11-01&tz=${ZONE}`]: { bookmarks: [begun], next_cursor: null },
    [`GET /v1/stocks?limit=10&q=tea+after%3A2026-11-01&tz=${ZONE}`]: { stocks: [stock], next_cursor: null },
    [`GET /v1/books?limit=10&q=tea+after%3A2026-11-01&tz=${ZONE}`]: { books: [book], next_cursor: null },
  });
  const found = await call("search", { q: "tea after:2026-11-01" });
  expect(found.text).toBe("Found here: 1 bookmark, 1 deck, 1 book. That is all.");
  expect(itemsIn(found)).toEqual([
    {
      type: "bookmark",
      id: "b-1",
      title: "A page",
      url: PAGE,
      tags: ["tea", "Green"],
      status: "done",
      summary: `${"Tea. ".repeat(60)}…`,
      ...marks,
      words: 900,
      progress: 0.4,
      saved_at: AT,
    },
    { type: "deck", id: "s-1", title: "Birds", url: DECK, tags: [], note: "seen", status: "ready", saved_at: AT },
    { type: "book", id: "k-1", title: "Tea", authors: ["Ada"], url: "https://books.example/k", found_at: AT },
  ]);
});

const list = (more: string) => `GET /v1/bookmarks?limit=${more}`;
const found = (ids: readonly string[], next_cursor: string | null) => ({
  bookmarks: ids.map((id) => ({ ...bookmark, id })),
  next_cursor,
});

it("search continues with the types that have more, over empty pages of the API, and says how many remain", async () => {
  answers({
    [list("10&sort=oldest")]: found(["b-1"], "c1"),
    [list("100&sort=oldest&cursor=c1")]: found(["b-2", "b-3"], null),
    [list("10&sort=oldest&cursor=c1")]: found([], "c2"),
    [list("10&sort=oldest&cursor=c2")]: found(["b-2", "b-3"], null),
    "GET /v1/stocks?limit=10&sort=oldest": { stocks: [], next_cursor: null },
  });
  const first = await call("search", { types: ["bookmark", "deck"], sort: "oldest" });
  const [, cursor] =
    /^Found here: 1 bookmark, 0 decks\. Remaining: 2 bookmarks\. Call .* the cursor (\S+)$/.exec(first.text) ?? [];
  const second = await call("search", { sort: "oldest", cursor });
  expect(second.text).toBe("Found here: 2 bookmarks. That is all.");
  expect(itemsIn(second).map(({ id }) => id)).toEqual(["b-2", "b-3"]);
});

it.each([
  ["nothing that remains is the end", [], null, /^Found here: 1 bookmark\. That is all\.$/],
  ["one that remains", ["b-2"], null, /Remaining: 1 bookmark\. Call search again/],
  ["what was not counted to its end", ["b-2", "b-3"], "c2", /Remaining: at least 2 bookmarks\. Call/],
  ["what may remain", [], "c2", /Remaining: perhaps bookmarks\. Call/],
])("search says %s", async (_, ids, next, text) => {
  answers({ [list("10")]: found(["b-1"], "c1"), [list("100&cursor=c1")]: found(ids, next) });
  expect((await call("search", { types: ["bookmark"] })).text).toMatch(text);
});

it("search ends after three empty pages, and says how to continue", async () => {
  const more = ["10", "10&cursor=c", "100&cursor=c"];
  for (const each of more) answers({ [list(each)]: found([], "c") });
  const { text, data } = await call("search", { types: ["bookmark"] });
  expect(text).toMatch(/^Found here: 0 bookmarks\. Remaining: perhaps bookmarks\. Call search/);
  expect(data).toBeNull();
  expect(api.seen).toEqual(["10", "10&cursor=c", "10&cursor=c", "100&cursor=c"].map(list));
});

const content = { id: "b-1", title: "A page", byline: "Ada", language: "en", read_at: AT, truncated: true };

it("read gives a text by pages, with what remains", async () => {
  const paragraphs = Array.from({ length: 30 }, (_, at) => `${at} ${"word ".repeat(100)}`.trim());
  answers({
    "GET /v1/bookmarks/b-1/content": { ...content, html: paragraphs.map((each) => `<p>${each}</p>`).join("") },
    "GET /v1/bookmarks/b-2/content": { ...content, read_from: "browser", html: "<p>one</p>" },
  });
  const shown = `Page 1 of 1 of the text of bookmark b-2, as the person's browser showed it on ${AT}.`;
  expect((await call("read", { id: "b-2" })).text).toContain(shown);
  const pages = await Promise.all([undefined, 2].map((page) => call("read", { id: "b-1", page })));
  expect(pages.map(({ text }) => text)).toEqual([
    `Page 1 of 2 of the text of bookmark b-1, as it was on ${AT}. 7558 characters remain, on 1 more: call read with page 2.`,
    `Page 2 of 2 of the text of bookmark b-1, as it was on ${AT}. That is the end of the text; the page itself has more than is kept.`,
  ]);
  const [head, ...texts] = pages.flatMap(({ data }) => (data ?? "").split("\n\n").filter(Boolean));
  expect(JSON.parse(head ?? "")).toEqual({ title: "A page", byline: "Ada", language: "en" });
  expect(texts.filter((text) => !text.startsWith("{"))).toEqual(paragraphs);
  expect(await call("read", { id: "b-1", page: 3 })).toMatchObject({
    isError: true,
    text: "page: the text has 2, so there is no page 3.",
  });
});

it.each([
  ["processing", null, "No text is kept yet: the page is being read (processing). Call read again in half a minute."],
  ["done", null, "No text is kept: the page has none that can be read."],
  ["failed", "Gone", "No text is kept: the page could not be read (Gone)."],
])("read says why there is no text of a page that is %s", async (status, error_message, text) => {
  api.answers["GET /v1/bookmarks/b-1/content"] = problem(404, "no_content", "No text was kept.");
  answers({ "GET /v1/bookmarks/b-1": { ...bookmark, status, error_message } });
  expect(await call("read", { id: "b-1" })).toEqual({ isError: true, data: null, text });
});

it("read gives a text that is kept between its two requests", async () => {
  const missing = problem(404, "no_content", "No text was kept.");
  api.answers["GET /v1/bookmarks/b-1/content"] = [missing, answered({ ...content, html: "<p>Tea.</p>" })];
  answers({ "GET /v1/bookmarks/b-1": { ...bookmark, read_at: AT } });
  expect((await call("read", { id: "b-1" })).data).toMatch(/\n\nTea\.$/);
});

it("read says that a deck has no text, and that another id is unknown", async () => {
  answers({ "GET /v1/stocks/s-1": stock });
  expect(await call("read", { id: "s-1" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("slide deck, of which no text"),
  });
  expect(await call("read", { id: "x" })).toMatchObject({
    isError: true,
    text: "No bookmark or deck has this id; search lists the ids.",
  });
});

it("save says what it saved, by a key of the content and the sign-in", async () => {
  api.answers["POST /v1/bookmarks"] = answered({ ...bookmark, status: "saving" }, 201);
  const sent = { url: PAGE, note: "for Friday", tags: ["tea"] };
  const saved = await call("save", sent);
  expect(saved.text).toBe("Saved as bookmark b-1.");
  expect(itemsIn(saved)).toMatchObject([{ id: "b-1", status: "saving" }]);
  // Another agent of the same sign-in, whose arguments have another order.
  agent = await connectAgent(api.dataFolder);
  await call("save", { tags: ["tea"], note: "for Friday", url: PAGE });
  await call("save", { ...sent, note: "for Monday" });
  await signIn(api.dataFolder, { signed_in_at: "2026-11-27T11:00:00.000Z" });
  await call("save", sent);
  const [first, again, ...others] = api.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(again).toBe(first);
  expect(new Set([first, ...others]).size).toBe(3);
  expect(api.sent[0]).toEqual({ ...sent, created_from: "api", source_hint: "other" });
});

it("save leaves an existing item unchanged, and shows its present state", async () => {
  api.answers["POST /v1/stocks"] = answered({ ...stock, status: "pending", title: null }, 200);
  answers({ "GET /v1/stocks/s-1": stock });
  const saved = await call("save", { url: DECK, note: "another" });
  expect(saved.text).toBe(
    "It is saved already, by this or an earlier call; nothing was changed. It is deck s-1; tag and mark change it.",
  );
  expect(itemsIn(saved)).toMatchObject([{ title: "Birds", note: "seen", status: "ready" }]);
});

it("save does not restore an item that was deleted since an equal call, and says so", async () => {
  api.answers["POST /v1/bookmarks"] = answered(bookmark, 200);
  expect(await call("save", { url: PAGE })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/deleted since.*another note\.$/),
  });
});

it("tag adds and removes tags by the API's own comparison, and writes only changes", async () => {
  answers({ "GET /v1/bookmarks/b-1": bookmark, "PATCH /v1/bookmarks/b-1": { ...bookmark, tags: ["tea", "new"] } });
  const changed = await call("tag", { id: "b-1", add: [" ＴＥＡ ", "new"], remove: ["GREEN", "absent"] });
  expect(changed.text).toBe("Changed: bookmark b-1 has these tags now.");
  expect(itemsIn(changed)).toMatchObject([{ tags: ["tea", "new"] }]);
  expect(api.sent).toEqual([{ tags: ["tea", "new"] }]);
  for (const nothing of [{ add: ["TEA"] }, { remove: ["absent"] }, { add: [] }]) {
    expect((await call("tag", { id: "b-1", ...nothing })).text).toBe(
      "Nothing had to be changed: bookmark b-1 has these tags.",
    );
  }
  expect(api.sent).toHaveLength(1);
});

it("mark changes the marks that it names, of a bookmark or a deck, and writes only changes", async () => {
  const marked = { unread: true, starred: false };
  answers({ "GET /v1/bookmarks/b-1": { ...bookmark, ...marked } });
  answers({ "GET /v1/stocks/s-1": { ...stock, ...marked } });
  api.answers["PATCH /v1/bookmarks/b-1"] = answered({ ...bookmark, unread: false, starred: true });
  api.answers["PATCH /v1/stocks/s-1"] = answered({ ...stock, ...marked, starred: true });
  const read = await call("mark", { id: "b-1", unread: "false", starred: true });
  expect(read.text).toBe("Changed: bookmark b-1 has these marks now.");
  expect(itemsIn(read)).toMatchObject([{ unread: false, starred: true }]);
  expect((await call("mark", { id: "s-1", unread: true, starred: true })).text).toMatch(/^Changed: deck s-1 /);
  expect(api.sent).toEqual([{ unread: false, starred: true }, { starred: true }]);
  const same = await call("mark", { id: "s-1", ...marked });
  expect([same.text, api.sent.length]).toEqual(["Nothing had to be changed: deck s-1 has these marks.", 2]);
});

it("tag changes a deck's tags, and those of two calls at once", async () => {
  const tagged = (tags: readonly string[]) => answered({ ...stock, tags });
  api.answers["GET /v1/stocks/s-1"] = [tagged([]), tagged(["a"])];
  api.answers["PATCH /v1/stocks/s-1"] = [tagged(["a"]), tagged(["a", "b"])];
  await Promise.all(["a", "b"].map((tag) => call("tag", { id: "s-1", add: [tag] })));
  expect(api.sent).toEqual([{ tags: ["a"] }, { tags: ["a", "b"] }]);
  // The second reads after the first has written.
  expect(api.seen.map((each) => each.split(" ")[0])).toEqual(["GET", "GET", "PATCH", "GET", "GET", "PATCH"]);
});

it("a failure of tag does not hold up other calls", async () => {
  answers({ "GET /v1/bookmarks/b-1": bookmark });
  const [refused, done] = await Promise.all(["x", "b-1"].map((id) => call("tag", { id, add: ["tea"] })));
  expect([refused?.text, done?.isError]).toEqual(["No bookmark or deck has this id; search lists the ids.", false]);
});

const verdict = {
  kind: "good",
  reason: null,
  price: 9_000,
  plausible_from: 300,
  percent: -18,
  sales: 36,
  days: 90,
  lowest_since: null,
  against: { offers_median: 11_000, sold_median_30d: null, sold_median_90d: 11_000, lowest_ever: 8_500 },
};
const product = { id: "p-1", name: "GR III", verdict, last_crawl: { finished_at: AT } };
const shownProduct = {
  product: "GR III",
  id: "p-1",
  cheapest_yen: 9_000,
  verdict: "good, 18% below the 90-day median (36 sales)",
  prices_of: AT,
  offers_median: 11_000,
  sold_median_90d: 11_000,
  lowest_ever: 8_500,
};

it("prices lists the products with their verdicts", async () => {
  answers({
    "GET /v1/products?limit=20": { products: [product, { ...product, id: "p-2", verdict: null }], next_cursor: "c" },
    "GET /v1/products?limit=100&cursor=c": { products: [product], next_cursor: null },
    "GET /v1/products?limit=20&cursor=c": { products: [], next_cursor: null },
  });
  const listed = await call("prices");
  expect(listed.text).toBe("Products here: 2. Remaining: 1. Call prices again with the cursor c");
  expect(itemsIn(listed)).toEqual([shownProduct, { product: "GR III", id: "p-2", prices_of: AT }]);
  expect(await call("prices", { cursor: "c" })).toEqual({
    text: "Products here: 0. That is all.",
    data: null,
    isError: false,
  });
});

it("prices has a product's cheapest offers", async () => {
  const offer = { name: "GR III, new", price: 9_000, condition: 1, selling_url: "https://m.example/1", updated_at: AT };
  answers({
    "GET /v1/products/p-1": product,
    "GET /v1/products/p-1/price-trend": { interval: "day", points: [], on_sale: { count: 41 }, undated: 0 },
    "GET /v1/crawl/results/p-1?limit=20&selling_status=1&sort=price": { results: [offer], next_cursor: "c" },
  });
  const shown = await call("prices", { id: "p-1" });
  expect(shown.text).toBe(
    "Offers on sale: 41, the cheapest first; here: 1. Conditions are from 1, new, to 6, poor. More follow: call prices with this id and the cursor c",
  );
  expect(itemsIn(shown)).toEqual([
    shownProduct,
    { offer: "GR III, new", yen: 9_000, condition: 1, url: "https://m.example/1", seen_changed_at: AT },
  ]);
});

it("recommendations lists the sites by pages, with how many remain", async () => {
  const site = {
    title: "IndieWeb",
    url: "https://indieweb.org/",
    description: "Own it.",
    excerpt: null,
    created_at: AT,
  };
  const page = (recommendations: object[], next: number | null) => ({
    recommendations,
    meta: { pagination: { page: 1, limit: 20, pages: 2, total: 23, prev: null, next } },
  });
  answers({
    "GET /v1/recommendations?page=1&limit=20": page([site], 2),
    "GET /v1/recommendations?page=2&limit=20": page([], null),
  });
  const first = await call("recommendations");
  expect(first.text).toBe("Page 1 of 2, of 23 recommended sites. 3 remain: call recommendations with page 2.");
  expect(itemsIn(first)).toEqual([
    { title: "IndieWeb", url: "https://indieweb.org/", description: "Own it.", recommended_at: AT },
  ]);
  expect((await call("recommendations", { page: 2 })).text).toMatch(/That is all\.$/);
  const none = { pagination: { page: 1, limit: 20, pages: 0, total: 0, prev: null, next: null } };
  answers({ "GET /v1/recommendations?page=1&limit=20": { recommendations: [], meta: none } });
  expect((await call("recommendations")).text).toBe("No site is recommended.");
});
