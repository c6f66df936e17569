import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CrawlResult } from "../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../lambdas/mercari/domain/crawl-result.ts";
import { INDIVIDUAL } from "../../lambdas/mercari/domain/listing-link.ts";
import type { Product } from "../../lambdas/mercari/domain/product.ts";
import type { WatchEntry } from "../../lambdas/mercari/domain/watch-list.ts";
import { watchEntryOf } from "../../lambdas/mercari/domain/watch-list.ts";
import { fetchPage } from "../../lambdas/mercari/fetch/fetch-page.ts";
import type { PageSource } from "../../lambdas/mercari/fetch/page-source.ts";
import type { SourcedPage } from "../../lambdas/mercari/readers/sourced-page.ts";
import { reconcilableCrawls } from "../../lambdas/mercari/reconcile.ts";
import type { ListCrawl, MercariMessage, SyncDetail } from "../../lambdas/mercari/work/request-crawl.ts";
import { listCrawlOf, requestCrawl, syncDetailOf } from "../../lambdas/mercari/work/request-crawl.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { Queue } from "../../lambdas/shared/work/queue.ts";
import type { ListedItem } from "../../lib/local/sites/mercari-pages.ts";
import { deletedDocument } from "../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { Death, Invocation } from "../emulators/invocation.ts";
import { invocation } from "../emulators/invocation.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { CrawlWorld } from "./crawl-world.ts";
import {
  crawlTables,
  crawlWorker,
  crawlWorld,
  HOUR,
  listingPage,
  rowsOf,
  runsOf,
  showPages,
  storeProduct,
} from "./crawl-world.ts";
import { readNothing, sourced } from "./fetch-world.ts";
import { listed } from "./readers/page-answers.ts";
import { resultRow, storeRows } from "./result-rows.ts";

capturedLog();
let dynamo: TestDynamo;
let world: CrawlWorld;

beforeAll(async () => {
  dynamo = await startDynamo();
  world = crawlWorld(dynamo);
});
afterAll(() => dynamo.close());

const item = (number: number, changes: Partial<ListedItem> = {}) =>
  listed({ id: `m0000000000${number}`, price: 1_000 * number, ...changes });

/** Requests a page; the invocation may be killed here, as at any of its calls. */
function mortal({ outside }: Invocation, source: PageSource): PageSource {
  return (url, timeoutMs) => outside(() => source(url, timeoutMs));
}

interface UnderFire {
  readonly product: Product;
  /** External ids of the listings whose pages were requested. */
  readonly details: Set<string>;
  /**
   * Receives a message in an invocation that is killed at a call. @returns whether SQS deletes it; "dead" if the invocation
   * was killed
   */
  receive(message: MercariMessage, receiveCount: number, death: Death | null): Promise<boolean | "dead">;
}

/** A separate product, at a time when the leases of killed invocations have expired and robots.txt is read again. */
async function underFire(): Promise<UnderFire> {
  world.clock.forward(25 * HOUR);
  world.mercariQueue.sent.length = 0;
  const product = await storeProduct(world);
  const details = new Set<string>();
  const mercariQueue: Queue<MercariMessage> = {
    send: (message, ...rest) => {
      if (message.type === "syncDetail") details.add(message.mercariCrawlResultId.replace(/^.*\./, ""));
      return world.mercariQueue.send(message, ...rest);
    },
    async sendAll(outgoing, correlationId) {
      for (const { message, delaySeconds } of outgoing) await this.send(message, correlationId, delaySeconds);
      return { unsent: [], error: null };
    },
  };
  return {
    product,
    details,
    receive(message, receiveCount, death) {
      const running = invocation(dynamo, death);
      const worker = crawlWorker(world, {
        ...world,
        ...crawlTables(running.client),
        mercariQueue: running.queue(mercariQueue),
        source: mortal(running, world.source),
      });
      return running.answer(() => worker.receive(message, receiveCount, "message"));
    },
  };
}

function deaths(calls: number): Death[] {
  // The state before a call equals the state after the previous one.
  const after = Array.from({ length: calls }, (_, index): Death => ({ call: index + 1, moment: "after" }));
  return [{ call: 1, moment: "before" }, ...after];
}

const FAR = new Date(8.64e15);

/** The site's robots.txt is usually known: it is requested once a day. */
async function readRobots(): Promise<void> {
  world.fetching.answer = () => sourced();
  await fetchPage("https://jp.mercari.com/", readNothing, FAR, world);
}

/** The row of a listing from a search page. */
function rowOf(productId: string, { id, name, price }: ListedItem): CrawlResult {
  const sellingUrl = `https://jp.mercari.com/item/${id}`;
  const listing = { externalId: id, name, price, sellingUrl, imageUrl: thumbnail(id), sellerType: INDIVIDUAL } as const;
  return resultRow(productId, 0, { ...listing, sellerId: null, categoryId: null });
}

const thumbnail = (id: string) => `https://static.mercdn.net/thumb/item/webp/${id}_1.jpg?1790000000`;

/** The time of a lease, and a little more. */
const LEASE_OVER_MS = MINUTE + 1;

describe("a crawl that is killed", () => {
  const CALLS = 41;

  /** The crawl has work of every kind: new, repriced, sold, unseen and misfit rows, on two pages. */
  async function requested(): Promise<UnderFire & { readonly message: ListCrawl }> {
    const fired = await underFire();
    const { product } = fired;
    const there = [1, 2, 3, 4, 9].map((number) => rowOf(product.id, item(number)));
    await storeRows(dynamo, there);
    const now = world.clock.now().getTime() / 1_000;
    await world.watch.set(
      product.id,
      there.flatMap((row) => watchEntryOf(row, now) ?? []),
    );
    await readRobots();
    const setting = { keyword: "カメラ", categoryId: null, minPrice: null, maxPrice: 8_000, enabled: true };
    const seen = await world.products.get(product.id);
    world.clock.forward(7 * HOUR);
    if (
      seen === null ||
      !(await world.products.update(seen, { name: "x", crawl: setting }, { id: "change-1", at: world.clock.now() }))
    ) {
      throw new Error("The setting could not be changed.");
    }
    showPages(world, [
      [item(5), item(1, { price: 800 })],
      [item(1, { price: 900 }), item(2, { state: "sold_out" }), item(6, { state: "sold_out" })],
    ]);
    await requestCrawl(product, "correlation-1", world);
    world.mercariQueue.sent.length = 0;
    return { ...fired, message: listCrawlOf(product.id) };
  }

  /** The final state without its times; watch entries without a row are removed first. */
  async function outcome({ product, details, receive }: UnderFire) {
    const stored = await rowsOf(world, product.id);
    for (const externalId of details) {
      if (stored.has(externalId)) continue;
      expect(await receive(syncDetailOf({ productId: product.id, externalId }), 1, null)).toBe(true);
      details.delete(externalId);
    }
    const rows = [...stored.values()].map((row) => {
      const { externalId, price, sellingStatus, soldOutAt, categoryId } = row;
      return { externalId, price, sellingStatus, isTimed: soldOutAt !== null, categoryId };
    });
    const { entries, lastSeen } = await world.watch.read(product.id);
    const watched = entries.map(({ dueAt: _dueAt, seenAt: _seenAt, ...entry }) => entry);
    const { pending, lease, seenWhole, mixedCategories } = (await world.products.get(product.id)) ?? {};
    const [last] = await runsOf(world, product.id);
    return {
      rows,
      watched: watched.sort((one, other) => one.externalId.localeCompare(other.externalId)),
      product: { pending, lease, seenWhole, mixedCategories },
      run: { outcome: last?.outcome, complete: last?.complete, pages: last?.pages },
      details: [...details].sort(),
      seen: [...(lastSeen?.externalIds ?? [])].sort(),
    };
  }

  async function undisturbedCrawl() {
    const fired = await requested();
    expect(await fired.receive(fired.message, 1, null)).toBe(true);
    const result = await outcome(fired);
    expect(result.rows.map(({ price }) => price)).toEqual([900, 2_000, 3_000, 4_000, 5_000, 6_000]);
    expect(result.details).toHaveLength(4);
    expect(result.seen).toEqual([1, 5].map((number) => item(number).id));
    return result;
  }
  let once: ReturnType<typeof undisturbedCrawl> | undefined;
  const undisturbed = () => {
    once ??= undisturbedCrawl();
    return once;
  };

  it("makes exactly the calls at which it is killed", async () => {
    const first = await requested();
    expect(await first.receive(first.message, 1, { call: CALLS, moment: "before" })).toBe("dead");
    const second = await requested();
    expect(await second.receive(second.message, 1, { call: CALLS + 1, moment: "before" })).toBe(true);
  });

  it.each(deaths(CALLS))("$moment call $call ends in the same state with the next receive", async (death) => {
    const expected = await undisturbed();
    const fired = await requested();
    expect(await fired.receive(fired.message, 1, death)).toBe("dead");
    world.clock.forward(LEASE_OVER_MS);
    expect(await fired.receive(fired.message, 2, null)).toBe(true);
    expect(await outcome(fired)).toEqual(expected);
  });

  // The way in which the message is resent makes no difference to what the killed invocation left, so some of the calls
  // suffice.
  const some = deaths(CALLS).filter(({ call }) => call % 4 === 1);

  it.each(some)("$moment call $call ends in the same state by reconcile when its message is lost", async (death) => {
    const expected = await undisturbed();
    const fired = await requested();
    expect(await fired.receive(fired.message, 1, death)).toBe("dead");
    world.clock.forward(15 * MINUTE);
    const crawls = reconcilableCrawls(world.products, world.mercariQueue, world.clock);
    await reconcile([crawls], "reconcile-1", world.clock);
    for (const { message } of world.mercariQueue.sent.splice(0)) {
      if (message.type === "listCrawl") expect(await fired.receive(message, 1, null)).toBe(true);
    }
    const result = await outcome(fired);
    // Nothing is resent when the request has ended: then at most the lease is left, which expires.
    expect({ ...result, product: { ...result.product, lease: null } }).toEqual(expected);
  });
});

describe("a detail check that is killed", () => {
  const SOLD_AT_SIGHT = { sellingStatus: SOLD, soldOutAt: null } as const;
  const sold = item(1, { state: "sold_out", changedAgo: "2時間前" });

  async function requested(page: (url: string) => SourcedPage): Promise<UnderFire & { readonly message: SyncDetail }> {
    const fired = await underFire();
    const { product } = fired;
    const now = world.clock.now();
    const status = page === gone ? { deletedSince: new Date(now.getTime() - 2 * HOUR).toISOString() } : SOLD_AT_SIGHT;
    const row = { ...rowOf(product.id, sold), createdAt: now.toISOString(), ...status };
    await storeRows(dynamo, [row]);
    await readRobots();
    world.clock.forward(MINUTE);
    // As many rows on sale as the deletion limit needs to allow more than one removal: the killed invocation's removal
    // counts.
    const others = Array.from({ length: 9 }, (_, index): WatchEntry => {
      return { externalId: `m9${index}`, price: 1, sellingStatus: ON_SALE, dueAt: 0 };
    });
    await world.watch.set(product.id, [...others, watchEntryOf(row, 0) ?? []].flat());
    world.fetching.answer = page;
    return { ...fired, message: syncDetailOf(row) };
  }

  const timed = () => listingPage(sold);
  const gone = (url: string) => sourced({ url, html: deletedDocument });

  /** The final state without its times. */
  async function outcome({ product }: UnderFire) {
    const rows = [...(await rowsOf(world, product.id)).values()].map((row) => {
      const soldOn = row.soldOutAt === null ? null : Date.parse(row.soldOutAt) - Date.parse(row.createdAt);
      return { externalId: row.externalId, sellingStatus: row.sellingStatus, hours: Math.round((soldOn ?? -1) / HOUR) };
    });
    const watched = (await world.watch.all(product.id)).filter(({ externalId }) => externalId === sold.id);
    return { rows, watched };
  }

  describe.each([
    { what: "shows the time of the sale", page: timed, calls: 11, rows: 1 },
    { what: "states the deletion", page: gone, calls: 13, rows: 0 },
  ])("and that $what", ({ page, calls, rows }) => {
    it("makes exactly the calls at which it is killed", async () => {
      const first = await requested(page);
      expect(await first.receive(first.message, 1, { call: calls, moment: "before" })).toBe("dead");
      const second = await requested(page);
      expect(await second.receive(second.message, 1, { call: calls + 1, moment: "before" })).toBe(true);
    });

    it.each(deaths(calls))("$moment call $call ends in the same state with the next receive", async (death) => {
      const undisturbed = await requested(page);
      await undisturbed.receive(undisturbed.message, 1, null);
      const expected = await outcome(undisturbed);
      expect(expected).toMatchObject({ watched: [] });
      expect(expected.rows).toHaveLength(rows);
      const fired = await requested(page);
      expect(await fired.receive(fired.message, 1, death)).toBe("dead");
      world.clock.forward(LEASE_OVER_MS);
      expect(await fired.receive(fired.message, 2, null)).toBe(true);
      expect(await outcome(fired)).toEqual(expected);
    });
  });
});
