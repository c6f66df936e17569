import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { CrawlResult } from "../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { CrawlRun } from "../../lambdas/mercari/domain/crawl-run.ts";
import type { Product } from "../../lambdas/mercari/domain/product.ts";
import { onSale } from "../../lambdas/mercari/domain/watch-list.ts";
import { runHourly } from "../../lambdas/mercari/on-schedule.ts";
import type { MercariSite, Mood, TrueItem } from "../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../lib/local/sites/mercari-site.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { at, START } from "../emulators/test-clock.ts";
import type { CrawlWorld } from "./crawl-world.ts";
import { crawlWorker, crawlWorld, HOUR, pageOf, rowsOf, runsOf, storeProduct } from "./crawl-world.ts";
import type { Shown } from "./shown-listings.ts";
import { ShownListings } from "./shown-listings.ts";

const HOURS = 48;
/** From then on nothing changes, so that every row gets its turn: twenty for each crawl, each row after six hours. */
const QUIET_FROM = 31;
const MOODS: Readonly<Record<number, Mood>> = { 6: "changed", 10: "half_rendered", 13: "nothing", 16: "blocked" };
/** After a refused crawl no request is sent for six hours. */
const REFUSED = { from: 16, to: 22 };

let dynamo: TestDynamo;
let world: CrawlWorld;
let site: MercariSite;
let shownListings: ShownListings;
let product: Product;
/** Rows that were removed although the site still has the listing. */
const wronglyRemoved: string[] = [];
/** Requests in each hour. */
const requested: number[] = [];
/** The cheapest offer after each hour. */
const lowest: string[] = [];
/** The hour before whose crawl a listing was sold or deleted, until it is on sale again. */
const goneSince = new Map<string, number>();
/** For each hour, since when that hour's cheapest offer was gone from the site. */
const lowestGoneSince: (number | null)[] = [];

beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  dynamo = await startDynamo();
  world = crawlWorld(dynamo);
  site = await startMercariSite({ items: 400, clock: world.clock.now });
  shownListings = new ShownListings(site);
  product = await storeProduct(world);
  const remove = world.results.delete.bind(world.results);
  world.results.delete = (row) => {
    if (site.items().some(({ id }) => id === row.externalId)) wronglyRemoved.push(row.externalId);
    return remove(row);
  };
  // Some listings were sold before the first crawl, most of them long before.
  for (const [place, { id }] of site.items().entries()) {
    if (place % 40 === 20 || (place > 320 && place % 3 > 0)) site.change(id, { state: "sold_out" });
  }
  const worker = crawlWorker(world);
  for (let hour = 0; hour < HOURS; hour += 1) {
    world.clock.forward(at(hour * HOUR).getTime() - world.clock.now().getTime());
    if (hour > 0 && hour < QUIET_FROM) changeSite(hour);
    recordGone(hour);
    const mood = MOODS[hour] ?? "fine";
    site.mood(mood);
    let requests = 0;
    world.fetching.answer = (url) => {
      requests += 1;
      // A listing that is added between two pages moves another one to the next page, where it is shown again.
      if (requests === 2 && hour % 3 === 1 && hour < QUIET_FROM) site.list();
      shownListings.look(url, mood, hour);
      return pageOf(site, url);
    };
    await runHourly(world, `hour-${hour}`);
    await worker.drain();
    requested.push(requests);
    const { cheapest } = onSale(await world.watch.listAll(product.id));
    lowest.push(cheapest?.externalId ?? "");
    lowestGoneSince.push(goneSince.get(cheapest?.externalId ?? "") ?? null);
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  await Promise.all([site.close(), dynamo.close()]);
});

function recordGone(hour: number): void {
  const onSaleNow = new Set(site.items().flatMap(({ id, state }) => (state === "on_sale" ? [id] : [])));
  for (const [id, { item }] of shownListings.shown) {
    if (onSaleNow.has(id)) goneSince.delete(id);
    else if (item.state === "on_sale" && !goneSince.has(id)) goneSince.set(id, hour);
  }
}

const trading: { readonly id: string; readonly since: number }[] = [];

let bargain: string | null = null;

/** The changes of the site before an hour's crawl: some of every kind, near the top and far down. */
function changeSite(hour: number): void {
  const onSale = () => site.items().filter(({ state }) => state === "on_sale");
  // A number that steps through the list in large steps; two calls in one hour give different numbers.
  let draws = 0;
  const anyOnSale = (): TrueItem => {
    draws += 1;
    const all = onSale();
    const item = all[(hour * 53 + draws * 131) % all.length];
    if (item === undefined) throw new Error("Everything is sold.");
    return item;
  };
  site.list();
  if (hour % 4 === 0) site.list({ state: "sold_out" });
  for (let count = 0; count < 3; count += 1) {
    const item = anyOnSale();
    site.change(item.id, { price: item.price + 100 * (count + 1) });
  }
  for (let count = 0; count < 2; count += 1) site.change(anyOnSale().id, { state: "sold_out" });
  const dealt = anyOnSale();
  site.change(dealt.id, { state: "trading" });
  trading.push({ id: dealt.id, since: hour });
  const back = trading.find(({ since }) => since === hour - 3);
  if (back !== undefined && site.items().some(({ id }) => id === back.id)) {
    site.change(back.id, { state: "on_sale" });
    site.raise(back.id);
  }
  site.raise(anyOnSale().id);
  site.remove(anyOnSale().id);
  // A bargain is sold quickly: the cheapest offer of an hour ago is gone.
  if (bargain !== null) site.remove(bargain);
  bargain = hour % 2 === 0 ? site.list({ price: 500 + hour }) : null;
  const sold = site.items().filter(({ state }) => state === "sold_out");
  const old = sold.at(hour % Math.max(1, sold.length));
  if (hour % 6 === 5 && old !== undefined) site.remove(old.id);
}

const runs = async (): Promise<readonly CrawlRun[]> => (await runsOf(world, product.id)).toReversed();

const hourOf = (milliseconds: number) => Math.floor((milliseconds - START.getTime()) / HOUR);

/** @returns whether the page's time was used although an earlier crawl had seen the listing on sale */
function expectSoldOutAt(row: CrawlResult, { item, soldIn, onSaleIn }: Shown): boolean {
  const soldAt = Date.parse(row.soldOutAt ?? "");
  const id = row.externalId;
  if (soldIn !== null && onSaleIn !== null && soldIn - onSaleIn <= 1) {
    expect({ id, hour: hourOf(soldAt) }).toEqual({ id, hour: soldIn });
    return false;
  }
  // The page's time is in whole units, of which the largest here is a day after 24 hours.
  const isOfPage = soldAt >= item.changedAt && soldAt <= item.changedAt + (soldIn === null ? 1 : 24) * HOUR;
  expect({ id, isRight: isOfPage || hourOf(soldAt) === soldIn }).toEqual({ id, isRight: true });
  return soldIn !== null && hourOf(soldAt) < soldIn;
}

describe("two days of a product whose listings are added, changed and removed", () => {
  it("end with the site's true state in the table", async () => {
    const rows = await rowsOf(world, product.id);
    const there = new Map(site.items().map((item) => [item.id, item]));
    const kept = [...shownListings.shown].filter(([id, { item }]) => there.has(id) || item.state !== "on_sale");
    expect([...rows.keys()].sort()).toEqual(kept.map(([id]) => id).sort());
    expect([...there.keys()].filter((id) => !rows.has(id))).toEqual([]);
    let dated = 0;
    for (const [id, shown] of kept) {
      const { item } = shown;
      const row = rows.get(id);
      const truth = there.get(id) ?? item;
      const sellingStatus = truth.state === "on_sale" ? ON_SALE : SOLD;
      expect(row).toMatchObject({ externalId: id, name: truth.name, price: truth.price, sellingStatus });
      if (row === undefined || sellingStatus === ON_SALE) expect(row?.soldOutAt).toBeNull();
      else if (expectSoldOutAt(row, shown)) dated += 1;
    }
    expect(dated).toBeGreaterThan(0);
  });

  it("remove no row of an existing listing, and some of those that are gone", () => {
    expect(wronglyRemoved).toEqual([]);
    const gone = [...shownListings.shown].filter(([id, { item }]) => {
      return item.state === "on_sale" && !site.items().some((there) => there.id === id);
    });
    expect(gone.length).toBeGreaterThan(20);
  });

  it("include every kind of change of a listing", () => {
    const shown = [...shownListings.shown.values()];
    expect(site.items().length).toBeGreaterThan(400);
    expect(shown.filter(({ soldIn }) => soldIn !== null).length).toBeGreaterThan(50);
    expect(shown.filter(({ item, soldIn }) => item.state !== "on_sale" && soldIn === null).length).toBeGreaterThan(5);
    expect(shown.filter(({ item }) => item.state === "trading").length).toBeGreaterThan(2);
  });

  it("record each hour's crawl with its true outcome", async () => {
    const outcomes = (await runs()).map(({ outcome, errorKind, complete, pages }) => ({
      outcome: errorKind ?? outcome,
      complete,
      pages: pages.length,
    }));
    const fine = { outcome: "items", complete: true, pages: 3 };
    const expected = Array.from({ length: HOURS }, (_, hour) => {
      if (hour === 0) return { ...fine, pages: 4 };
      if (hour === 6) return { outcome: "unrecognized", complete: false, pages: 1 };
      if (hour === 10) return { ...fine, complete: false };
      if (hour === 13) return { outcome: "no_results", complete: true, pages: 1 };
      if (hour === REFUSED.from) return { outcome: "blocked", complete: false, pages: 1 };
      if (hour > REFUSED.from && hour < REFUSED.to) return { outcome: "breaker_open", complete: false, pages: 0 };
      return fine;
    });
    expect(outcomes).toEqual(expected);
  });

  it("never show as cheapest an offer that was gone before the previous complete crawl", async () => {
    const complete = (await runs()).map((run) => run.complete);
    const stale = lowest.flatMap((externalId, hour) => {
      const previous =
        complete
          .slice(0, hour + 1)
          .flatMap((isComplete, at) => (isComplete ? [at] : []))
          .at(-2) ?? -1;
      const since = lowestGoneSince[hour] ?? null;
      return since !== null && since <= previous ? [{ hour, externalId, since, previous }] : [];
    });
    expect(stale).toEqual([]);
    // The cheapest offer changed during the test, and some of the cheapest were sold.
    expect(new Set(lowest).size).toBeGreaterThan(5);
  });

  it("request no more pages than allowed, and none while the circuit breaker is open", () => {
    expect(requested[0]).toBeLessThanOrEqual(4 + 60);
    expect(requested[0]).toBeGreaterThan(4 + 20);
    expect(requested[1]).toBeLessThanOrEqual(3 + 20 + 60);
    for (const requests of requested.slice(2)) expect(requests).toBeLessThanOrEqual(3 + 20 + 20);
    for (const requests of requested.slice(REFUSED.from + 1, REFUSED.to)) expect(requests).toBe(0);
  });
});
