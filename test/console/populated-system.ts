import { MagpieClient } from "../../client/index.ts";
import { startBlogSite } from "../../lib/local/sites/blog-site.ts";
import { startGoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";
import { startMercariSite } from "../../lib/local/sites/mercari-site.ts";
import { startWebmentionSite } from "../../lib/local/sites/webmention-site.ts";
import { System } from "../local/system.ts";
import { until } from "../local/until.ts";

/** A local system with something on every screen of its administrator. */
export interface PopulatedSystem {
  readonly system: System;
  /** The administrator who owns the items. */
  readonly name: string;
  readonly client: MagpieClient;
  /** The path of the product's screen, e.g. `/app/prices/<id>`. */
  readonly pricePath: string;
  readonly bookmarkPath: string;
  readonly deckPath: string;
  readonly bookPath: string;
  close(): Promise<void>;
}

/** Address and title. */
const DECKS = [
  ["https://speakerdeck.com/hedge/birds-of-the-hedge", "Birds of the hedge"],
  ["https://www.docswell.com/s/hedge/KLNQ2X-winter-feeding", "冬の生け垣と鳥の餌"],
  ["https://docs.google.com/presentation/d/1aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7bC9dE1f/edit", "Planting a hedge"],
] as const;
/** A deck that can't be fetched. */
const HIDDEN_DECK = "https://speakerdeck.com/hedge/hidden";
const PAGES = [
  "a-hedge-for-sparrows",
  "hawthorn-and-rowan",
  "what-the-wren-eats",
  "why-the-tram-rings",
  "a-winter-morning",
];
const NAME = "keeper";
const DAY_MS = 86_400_000;

/** Starts a system with simulated sites, and saves, collects and crawls through its API. */
export async function startPopulatedSystem(): Promise<PopulatedSystem> {
  const google = await startGoogleBooksSite({ volumes: 60, seed: 1 });
  // Mercari's pages say how long ago a listing was sold: set back while they are sold, the sales are spread over weeks.
  let mercariTime = new Date();
  const [blog, mercari, garden, orchard] = await Promise.all([
    startBlogSite(),
    startMercariSite({ items: 60, clock: () => mercariTime }),
    startWebmentionSite({ host: "garden.example" }),
    startWebmentionSite({ host: "orchard.example", facts: { title: "The orchard" } }),
  ]);
  const sites = [google, blog, mercari, garden, orchard];
  const system = await System.start(
    Object.assign({}, ...sites.map(({ egressMap }) => egressMap)),
    new Map([["magpie/google-books-api-key", google.apiKey]]),
  );
  const client = new MagpieClient({ baseUrl: system.api, token: () => system.token(NAME, ["admin"]) });

  // One feature after the other: the functions of all would take the few environments from each other, and most of the
  // time would be starts of threads.
  blog.fault("/2026/why-the-tram-rings", { kind: "status", status: 404 });
  const pages = await inTurn(PAGES, (page) =>
    client.bookmarks.save({
      url: `https://blog.example/2026/${encodeURIComponent(page)}`,
      note: "From the newsletter",
    }),
  );
  await until(
    "every page has been read, or can't be",
    () => client.bookmarks.list(),
    ({ bookmarks }) => bookmarks.every(({ status }) => status === "done" || status === "failed"),
  );

  await mark(pages, (id, marks) => client.bookmarks.update(id, marks));

  for (const [url, title] of DECKS) system.sites.describe(url, { title, ogTitle: title, authorName: "The hedge" });
  system.sites.makePrivate(HIDDEN_DECK);
  const hidden = await client.stocks.save({ url: HIDDEN_DECK });
  const decks = await inTurn(DECKS, ([url]) =>
    client.stocks.save({ url, memo: "For the talk in spring", tags: ["talk"] }),
  );
  await until(
    "every deck has been fetched, or can't be",
    () => client.stocks.list(),
    ({ stocks }) => stocks.every(({ id, status }) => status === (id === hidden.id ? "failed" : "ready")),
  );

  await mark(decks, (id, marks) => client.stocks.update(id, marks));

  const product = await client.products.create({
    name: "A camera",
    crawl: { keyword: "camera" },
    alert: { below: 3_000 },
  });
  const sold = mercari.items().slice(0, 36);
  for (const [index, { id }] of sold.entries()) {
    mercariTime = new Date(Date.now() - index * 1.6 * DAY_MS);
    // Dearer the longer ago, and spread around that.
    mercari.change(id, { state: "sold_out", price: 24_000 + index * 250 + ((index * 7_919) % 9_000) });
  }
  mercariTime = new Date();
  await client.products.crawl({ product_id: product.id });
  await until(
    "the crawl has found what was sold",
    () => client.products.priceTrend(product.id),
    ({ points }) => points.reduce((sum, { count }) => sum + count, 0) === sold.length,
  );

  await client.jobs.create({ name: "gardening", queries: ["hedge", "生け垣"], max_per_run: 40, notify: true });
  await client.jobs.run("gardening");
  const { books } = await until(
    "the job has collected books, and their covers",
    () => client.books.list(),
    ({ books }) =>
      books.length > 0 &&
      books.every(({ thumbnail_url, image_url }) => (thumbnail_url === null) === (image_url === null)),
  );

  await client.recommendations.create({ title: "The garden", url: "https://garden.example/", description: "Hedges." });
  const target = `${system.outputs.site_url}/`;
  for (const site of [garden, orchard]) {
    site.recommend(target);
    await fetch(`${system.api}/webmentions`, {
      method: "POST",
      body: new URLSearchParams({ source: site.source, target }),
    });
  }
  await until(
    "both sites are known to recommend this one",
    () => client.recommendations.incoming(),
    ({ recommendations }) => recommendations.length === 2,
  );
  return {
    system,
    name: NAME,
    client,
    pricePath: `/app/prices/${product.id}`,
    bookmarkPath: `/app/bookmarks/${pages[0]?.id}`,
    deckPath: `/app/slides/${decks[0]?.id}`,
    bookPath: `/app/books/${books[0]?.id}`,
    async close() {
      await system.close();
      await Promise.all(sites.map((site) => site.close()));
    },
  };
}

/** The first is read and the second has a star: both are among those that a list shows without scrolling. */
async function mark(
  items: readonly { readonly id: string }[],
  update: (id: string, marks: { unread?: boolean; starred?: boolean }) => Promise<unknown>,
): Promise<void> {
  const [read, starred] = items;
  if (read !== undefined) await update(read.id, { unread: false });
  if (starred !== undefined) await update(starred.id, { starred: true });
}

/** One after another: the lists are in this order. */
async function inTurn<T, Saved>(items: readonly T[], save: (item: T) => Promise<Saved>): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (const item of items) saved.push(await save(item));
  return saved;
}
