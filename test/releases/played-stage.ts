import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Stock } from "../../client/answers.ts";
import { MagpieClient } from "../../client/index.ts";
import { startBlogSite } from "../../lib/local/sites/blog-site.ts";
import { startGoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";
import { startMercariSite } from "../../lib/local/sites/mercari-site.ts";
import { startSlideSites } from "../../lib/local/sites/slide-sites.ts";
import { startWebmentionSite } from "../../lib/local/sites/webmention-site.ts";
import { SpawnedRunner } from "../local/spawned-runner.ts";
import { temporaryFolder } from "../local/temporary-folders.ts";
import { until } from "../local/until.ts";
import { lastVersion } from "./snapshots.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** What runs of the project. */
const RUNS = ["bin", "lib", "lambdas", "client", "console", "docs", "cdk.json", "package.json", "package-lock.json"];
const JOB = "gardening";
const DECKS = "oembed-fetch";

/** The folder of the last release's code: that of its tag, and until there is one this tree. @param folder for a copy */
export function lastRelease(folder: string): string {
  const tag = `v${lastVersion()}`;
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, maxBuffer: 256 * 1024 * 1024 });
  if (git("tag", "--list", tag).length === 0) return ROOT;
  mkdirSync(folder);
  execFileSync("tar", ["-x", "-C", folder], { input: git("archive", tag, "--", ...RUNS) });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** A data folder on which one version of the code runs after the other, among simulated sites. */
export class PlayedStage {
  readonly #folder = temporaryFolder();
  readonly #sites: Awaited<ReturnType<typeof startSites>>;
  #runner: SpawnedRunner | undefined;

  private constructor(sites: Awaited<ReturnType<typeof startSites>>) {
    this.#sites = sites;
  }

  static async begin(): Promise<PlayedStage> {
    return new PlayedStage(await startSites());
  }

  /** Ends what runs, and starts the code of another folder on the same data. */
  async start(root: string): Promise<void> {
    await this.#runner?.end("SIGTERM");
    const { google, all } = this.#sites;
    this.#runner = undefined;
    this.#runner = await SpawnedRunner.start({
      dataFolder: join(this.#folder.path, "data"),
      root,
      egressMap: Object.assign({}, ...all.map(({ egressMap }) => egressMap)),
      // In a shorter time than this, schedules and alarms that nothing here waits for would take most of the processor's time.
      env: { GOOGLE_BOOKS_API_KEY: google.apiKey, MAGPIE_TIME_SCALE: "0.04" },
    });
  }

  async close(): Promise<void> {
    await this.#runner?.end("SIGKILL");
    await Promise.all(this.#sites.all.map((site) => site.close()));
    this.#folder.remove();
  }

  get client(): MagpieClient {
    const { api_url, tokens } = this.#outputs;
    return new MagpieClient({ baseUrl: api_url, token: tokens.admin });
  }

  get #outputs() {
    if (this.#runner === undefined) throw new Error("Nothing runs.");
    return this.#runner.outputs;
  }

  /** Saves, collects, crawls and recommends something with every feature. */
  async fill(): Promise<void> {
    const { client } = this;
    await client.products.create({ name: "A camera", crawl: { keyword: "camera" }, alert: { below: 3_000 } });
    await client.jobs.create({ name: JOB, queries: ["hedge"], max_per_run: 40, notify: true });
    await client.recommendations.create({ title: "The garden", url: "https://garden.example/" });
    const target = `${this.#outputs.site_url}/`;
    this.#sites.garden.recommend(target);
    const body = new URLSearchParams({ source: this.#sites.garden.source, target });
    await fetch(`${this.#outputs.api_url}/webmentions`, { method: "POST", body });
    await until(
      "the mention is verified",
      () => client.recommendations.incoming(),
      ({ recommendations }) => recommendations.length === 1,
    );
    await this.work("first");
  }

  /** Saves a deck and a page, crawls and collects. @param name of what is saved */
  async work(name: string): Promise<void> {
    const { client } = this;
    const deck = await client.stocks.save({ url: `https://speakerdeck.com/hedge/${name}`, tags: [name] });
    const page = await client.bookmarks.save({ url: `https://blog.example/${name}`, note: name });
    await this.deckIs("ready", deck.id);
    await until(
      "the page is read",
      () => client.bookmarks.get(page.id),
      ({ status }) => status === "done",
    );
    const [crawl] = await client.products.crawl();
    if (crawl?.outcome !== "items") throw new Error(`The crawl has ended with ${JSON.stringify(crawl)}.`);
    const run = await client.jobs.run(JOB);
    await until(
      "the job has run",
      () => client.jobs.runs(JOB),
      ({ runs }) => runs.some(({ id, finished_at }) => id === run?.run_id && finished_at !== null),
    );
  }

  /** Changes one of everything that people change. */
  async change(name: string): Promise<void> {
    const { client } = this;
    const [[stock], [bookmark], [product], [job], [recommendation]] = await Promise.all([
      client.stocks.list().then(({ stocks }) => stocks),
      client.bookmarks.list().then(({ bookmarks }) => bookmarks),
      client.products.list().then(({ products }) => products),
      client.jobs.list().then(({ jobs }) => jobs),
      client.recommendations.list().then(({ recommendations }) => recommendations),
    ]);
    if (!(stock && bookmark && product && job && recommendation)) throw new Error("Something is missing.");
    await client.stocks.update(stock.id, { memo: name });
    await client.bookmarks.update(bookmark.id, { title: name, tags: [name] });
    await client.products.update(product.id, { name });
    await client.jobs.replace(JOB, { queries: ["hedge", name], max_per_run: 40 });
    await client.recommendations.update(recommendation.id, { title: name });
  }

  /** Leaves the message of a deck among the dead letters. @returns the deck's id */
  async leaveDeadLetter(name: string): Promise<string> {
    this.#sites.slides.fault("/oembed.json", { kind: "status", status: 503 });
    const { id } = await this.client.stocks.save({ url: `https://speakerdeck.com/hedge/${name}` });
    await this.deckIs("failed", id);
    await until(
      "the message is a dead letter",
      () => this.client.queues.list(),
      (queues) => queues.some(({ name: queue, dlq_depth }) => queue === DECKS && dlq_depth > 0),
    );
    this.#sites.slides.clearFaults();
    return id;
  }

  async redrive(): Promise<void> {
    await this.client.queues.redrive(DECKS);
  }

  async deckIs(status: Stock["status"], id: string): Promise<void> {
    await until(
      `the deck is ${status}`,
      () => this.client.stocks.get(id),
      (deck) => deck.status === status,
    );
  }

  /** Everything that people see, but for what schedules change meanwhile. */
  async everything() {
    // The site has another port after each start.
    const everything = await this.#everything();
    return JSON.parse(JSON.stringify(everything).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "")) as typeof everything;
  }

  async #everything() {
    const { client } = this;
    const { products } = await client.products.list();
    const results = await Promise.all(products.map(({ id }) => client.products.results(id, { limit: 100 })));
    return {
      stocks: (await client.stocks.list()).stocks,
      bookmarks: (await client.bookmarks.list()).bookmarks,
      changes: (await client.changes.list()).changes.length,
      products: products.map(({ id, name, alert, created_at }) => ({ id, name, alert, created_at })),
      listings: results.flatMap(({ results }) =>
        results.map(({ external_id, name, price, created_at }) => ({ external_id, name, price, created_at })),
      ),
      jobs: (await client.jobs.list()).jobs.map(({ name, queries, created_at }) => ({ name, queries, created_at })),
      runs: (await client.jobs.runs(JOB)).runs,
      books: (await client.books.list()).books,
      recommendations: (await client.recommendations.list()).recommendations,
      incoming: (await client.recommendations.incoming()).recommendations,
      mentions: (await client.mentions.list()).mentions,
      notices: (await client.notices.list()).notices.map(({ id, title }) => ({ id, title })),
    };
  }
}

async function startSites() {
  const [slides, blog, google, mercari, garden] = await Promise.all([
    startSlideSites(),
    startBlogSite(),
    startGoogleBooksSite({ volumes: 30 }),
    startMercariSite({ items: 30 }),
    startWebmentionSite({ host: "garden.example" }),
  ]);
  return { slides, google, garden, all: [slides, blog, google, mercari, garden] };
}
