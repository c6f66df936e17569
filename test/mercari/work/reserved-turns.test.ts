import { beforeEach, describe, expect, it } from "vitest";
import { reserveTurn } from "../../../lambdas/mercari/fetch/reserve-turn.ts";
import type { MercariMessage } from "../../../lambdas/mercari/work/request-crawl.ts";
import { listCrawlOf, syncDetailOf } from "../../../lambdas/mercari/work/request-crawl.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { beforeAnswers, listingPage, rowsOf, searchPage } from "../crawl-world.ts";
import { crawledProductOfEachTest, product, world } from "../crawled-product.ts";
import { HOST, since } from "../fetch-world.ts";
import { listed } from "../readers/page-answers.ts";
import { resultRow, storeRows } from "../result-rows.ts";
import type { TimedQueue } from "../timed-queue.ts";
import { timedQueue } from "../timed-queue.ts";

const PAGE_MS = 2_000;
const LISTINGS = 12;

let queue: TimedQueue;
/** When each page was requested and answered, in milliseconds since the start. */
let pages: { readonly from: number; readonly to: number }[];

crawledProductOfEachTest();
beforeEach(() => {
  queue = timedQueue(world);
  pages = [];
  world.fetching.answer = (url) => {
    const from = since(world.clock);
    world.clock.forward(PAGE_MS);
    pages.push({ from, to: since(world.clock) });
    const { pathname } = new URL(url);
    return pathname === "/search" ? searchPage([listed()]) : listingPage(listed({ id: pathname.slice(6) }));
  };
});

/** Stores rows whose detail pages are to be checked. @returns the messages that request the checks */
async function checks(count = LISTINGS): Promise<MercariMessage[]> {
  const ids = Array.from({ length: count }, (_, index) => `m${10_000_000_000 + index}`);
  const rows = ids.map((externalId, number) =>
    resultRow(product.id, number, { externalId, sellingUrl: `https://${HOST}/item/${externalId}` }),
  );
  await storeRows(dynamo, rows);
  return ids.map((externalId) => syncDetailOf({ productId: product.id, externalId }));
}

function expectPauses(): void {
  for (const [index, { from }] of pages.slice(1).entries()) {
    expect(from - (pages[index]?.to ?? 0)).toBeGreaterThanOrEqual(3_000);
  }
}

describe("messages that are received while the host is busy", () => {
  it("wait in the queue: each is received twice, and none waits a second in the function", async () => {
    queue.send(...(await checks()));
    await queue.drain();
    expect(pages).toHaveLength(LISTINGS);
    expectPauses();
    expect(queue.receives()).toEqual([1, ...Array.from({ length: LISTINGS - 1 }, () => 2)]);
    const waited = world.fetching.pauses.reduce((sum, each) => sum + each, 0);
    expect(waited).toBeLessThan(LISTINGS * 1_000);
    // The host has no second without a page or the pause after one.
    expect(since(world.clock)).toBeLessThan(LISTINGS * (PAGE_MS + 3_100));
  });

  it("are processed when pages suddenly take three times as long, with few more receives", async () => {
    queue.send(...(await checks()));
    beforeAnswers(world, () => {
      if (pages.length > 3) world.clock.forward(2 * PAGE_MS);
    });
    await queue.drain();
    expect(pages).toHaveLength(LISTINGS);
    expectPauses();
    expect(Math.max(...queue.receives())).toBeLessThanOrEqual(6);
    expect(world.mercariQueue.sent).toEqual([]);
  });

  it("cost one write and four reads for each return", async () => {
    queue.send(...(await checks(2)));
    await queue.drain(1);
    dynamo.consumed.length = 0;
    await queue.drain(1);
    expect(dynamo.consumed.map(({ command }) => command)).toEqual([
      ...Array.from({ length: 4 }, () => "GetItemCommand"),
      "UpdateItemCommand",
    ]);
  });

  it("leave a crawl its three pages, and follow it", async () => {
    const [check] = await checks(1);
    queue.send(listCrawlOf(product.id));
    await queue.drain(1);
    expect(pages).toHaveLength(1);
    if (check !== undefined) queue.send(check);
    await queue.drain();
    expect(pages.map(({ from }) => from)).toEqual([0, 15_000]);
    expect((await rowsOf(world, product.id)).size).toBe(2);
  });
});

// Which turn it is: test/mercari/fetch/next-turn.test.ts.
it("a turn is reserved for one message only, even if two are received at the same time", async () => {
  await world.hosts.take(HOST, { holder: "another", now: at(0), until: at(MINUTE) });
  const check = { turns: 1, receiveCount: 1 };
  const waits = await Promise.all([reserveTurn(HOST, check, world), reserveTurn(HOST, check, world)]);
  expect(waits.toSorted((one, other) => one - other)).toEqual([5, 10]);
});
