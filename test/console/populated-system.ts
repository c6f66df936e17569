import { MagpieClient } from "../../client/index.ts";
import { System } from "../local/system.ts";
import { until } from "../local/until.ts";
import { startBlogSite } from "../upstreams/blog-site.ts";
import { startGoogleBooksSite } from "../upstreams/google-books-site.ts";
import { startMercariSite } from "../upstreams/mercari-site.ts";
import { startWebmentionSite } from "../upstreams/webmention-site.ts";

/** A local system with something on every screen of its administrator. */
export interface PopulatedSystem {
  readonly system: System;
  /** The administrator who has the things. */
  readonly name: string;
  readonly client: MagpieClient;
  /** The path of the product's screen, e.g. `/app/prices/<id>`. */
  readonly pricePath: string;
  readonly bookmarkPath: string;
  readonly deckPath: string;
  close(): Promise<void>;
}

/** Address and title. */
const DECKS = [
  ["https://speakerdeck.com/hedge/birds-of-the-hedge", "Birds of the hedge"],
  ["https://www.docswell.com/s/hedge/KLNQ2X-winter-feeding", "冬の生け垣と鳥の餌"],
  ["https://docs.google.com/presentation/d/1aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7bC9dE1f/edit", "Planting a hedge"],
] as const;
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
  const [blog, mercari, garden] = await Promise.all([
    startBlogSite(),
    startMercariSite({ items: 60, clock: () => mercariTime }),
    startWebmentionSite({ host: "garden.example" }),
  ]);
  const sites = [google, blog, mercari, garden];
  const system = await System.start(
    Object.assign({}, ...sites.map(({ egressMap }) => egressMap)),
    new Map([["magpie/google-books-api-key", google.apiKey]]),
  );
  const client = new MagpieClient({ baseUrl: system.api, token: () => system.token(NAME, ["admin"]) });

  blog.fault("/2026/why-the-tram-rings", { kind: "status", status: 404 });
  for (const [url, title] of DECKS) system.sites.describe(url, { title, ogTitle: title, authorName: "The hedge" });
  const decks = await inTurn(DECKS, ([url]) => client.stocks.save({ url, memo: "For the talk in spring" }));
  const pages = await inTurn(PAGES, (page) =>
    client.bookmarks.save({
      url: `https://blog.example/2026/${encodeURIComponent(page)}`,
      note: "From the newsletter",
    }),
  );
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
  await client.jobs.create({ name: "gardening", queries: ["hedge", "生け垣"], max_per_run: 40, notify: true });
  await client.jobs.run("gardening");
  await client.recommendations.create({ title: "The garden", url: "https://garden.example/", description: "Hedges." });
  garden.recommend(`${system.outputs.site_url}/`);
  await fetch(`${system.api}/webmentions`, {
    method: "POST",
    body: new URLSearchParams({
      source: "https://garden.example/.well-known/recommendations.json",
      target: `${system.outputs.site_url}/`,
    }),
  });

  await until(
    "everything that was asked for is done",
    async () => {
      const [stocks, bookmarks, trend, books, incoming] = await Promise.all([
        client.stocks.list(),
        client.bookmarks.list(),
        client.products.priceTrend(product.id),
        client.books.list(),
        client.recommendations.incoming(),
      ]);
      return {
        open: [
          ...stocks.stocks.filter(({ status }) => status === "pending"),
          ...bookmarks.bookmarks.filter(({ status }) => status !== "done" && status !== "failed"),
        ],
        sold: trend.points.reduce((sum, { count }) => sum + count, 0),
        books: books.books.length,
        incoming: incoming.recommendations.length,
      };
    },
    (now) => now.open.length === 0 && now.sold === sold.length && now.books > 0 && now.incoming > 0,
  );
  return {
    system,
    name: NAME,
    client,
    pricePath: `/app/prices/${product.id}`,
    bookmarkPath: `/app/bookmarks/${pages[0]?.id}`,
    deckPath: `/app/slides/${decks[0]?.id}`,
    async close() {
      await system.close();
      await Promise.all(sites.map((site) => site.close()));
    },
  };
}

/** One after another: the lists are in this order. */
async function inTurn<T, Saved>(things: readonly T[], save: (thing: T) => Promise<Saved>): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (const thing of things) saved.push(await save(thing));
  return saved;
}
