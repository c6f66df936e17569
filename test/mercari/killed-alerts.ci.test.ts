import { beforeEach, describe, expect, it } from "vitest";
import type { PageSource } from "../../lambdas/mercari/fetch/page-source.ts";
import { reconcilableCrawls } from "../../lambdas/mercari/reconcile.ts";
import { listCrawlOf, requestCrawl } from "../../lambdas/mercari/work/request-crawl.ts";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { ListedItem } from "../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { Death } from "../emulators/invocation.ts";
import { invocation } from "../emulators/invocation.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { noticesWorld } from "../notices/notices-world.ts";
import type { CrawlWorld } from "./crawl-world.ts";
import { crawl, crawlTables, crawlWorker, crawlWorld, HOUR, showPages, storeProduct } from "./crawl-world.ts";
import { sourced } from "./fetch-world.ts";
import { listed } from "./readers/page-answers.ts";

capturedLog();
dynamoOfEachTest();

/** A lease and a bit. */
const LEASE_OVER_MS = MINUTE + 1;

let world: CrawlWorld;
let productId: string;

const item = (number: number, price: number) => listed({ id: `m0000000000${number}`, name: `Camera ${number}`, price });

/** A product with both kinds of alerts. @param seen what a first crawl has shown; null: there was none */
async function asked(seen: readonly ListedItem[] | null, shown: readonly ListedItem[]): Promise<void> {
  world = crawlWorld(dynamo);
  const product = await storeProduct(world, {}, { alert: { below: 1_000, newLowest: true } });
  productId = product.id;
  showPages(world, [seen ?? []]);
  if (seen === null) {
    // So that robots.txt is known, as it is mostly.
    await crawl(world, (await storeProduct(world)).id);
  } else await crawl(world, productId);
  world.clock.forward(HOUR);
  showPages(world, [shown]);
  await requestCrawl(product, "correlation-1", world);
  world.mercariQueue.sent.length = 0;
}

/** Receives the message of the crawl in an invocation that dies there. */
function receive(receiveCount: number, death: Death | null) {
  const living = invocation(dynamo, death);
  const source: PageSource = (url, timeoutMs) => living.outside(() => world.source(url, timeoutMs));
  const services = { ...world, ...crawlTables(living.client), mercariQueue: living.queue(world.mercariQueue), source };
  const end = living.answer(() =>
    crawlWorker(world, services).receive(listCrawlOf(productId), receiveCount, "message"),
  );
  return { living, end };
}

/** The notices by now, as what tells them apart. */
async function titles(): Promise<readonly string[]> {
  const { items } = await new NoticeTable(dynamo.client, "notices").list({ limit: 100, position: undefined });
  return items.map(({ title }) => title).toSorted();
}

function deaths(calls: number): Death[] {
  // Before a call is the same state as after the one before it.
  const after = Array.from({ length: calls }, (_, index): Death => ({ call: index + 1, moment: "after" }));
  return [{ call: 1, moment: "before" }, ...after];
}

const SEEN = [item(1, 5_000), item(2, 3_000)];

describe.each([
  {
    what: "a crawl that shows a price under the alert, and a new lowest one",
    seen: SEEN,
    shown: [item(1, 900), item(2, 2_800)],
    made: ["Cameras: 2,800 yen, Camera 2", "Cameras: 900 yen, Camera 1"],
    calls: 29,
  },
  {
    what: "a first crawl",
    seen: null,
    shown: [1, 2, 3, 4].map((number) => item(number, number * 100)),
    made: ["Cameras: 3 offers from 100 yen"],
    calls: 35,
  },
])("$what", ({ seen, shown, made, calls }) => {
  /** What is the same however the crawl came to its end. */
  async function expectOnce(): Promise<void> {
    // A first run that made no notice of its own stands for those before.
    expect((await titles()).filter((title) => !before.has(title))).toEqual(made);
    expect(await world.offers.noted(productId)).toEqual([]);
    const sending = noticesWorld(dynamo.client, world.clock);
    for (let minute = 0; minute < 5; minute += 1) {
      await sendDue(sending, "run-1");
      world.clock.forward(MINUTE);
    }
    expect(sending.mails.map(({ subject }) => subject).toSorted()).toEqual([...before, ...made].toSorted());
    expect(sending.posts).toHaveLength(before.size + made.length);
    world.clock.forward(HOUR);
    await crawl(world, productId);
    expect(await titles()).toHaveLength(before.size + made.length);
  }
  let before: ReadonlySet<string>;
  beforeEach(async () => {
    await asked(seen, shown);
    before = new Set(await titles());
  });

  it("makes the calls that it is killed at, and no more", async () => {
    const { living, end } = receive(1, null);
    expect(await end).toBe(true);
    expect(living.calls()).toBe(calls);
    await expectOnce();
  });

  it.each(deaths(calls))("$moment call $call: makes each notice once with the next receive", async (death) => {
    expect(await receive(1, death).end).toBe("dead");
    world.clock.forward(LEASE_OVER_MS);
    expect(await receive(2, null).end).toBe(true);
    await expectOnce();
  });

  const some = deaths(calls).filter(({ call }) => call % 3 === 0);

  it.each(some)("$moment call $call: makes each notice once by reconcile, its message lost", async (death) => {
    expect(await receive(1, death).end).toBe("dead");
    world.clock.forward(15 * MINUTE);
    const crawls = reconcilableCrawls(world.products, world.mercariQueue, world.clock);
    await reconcile([crawls], "reconcile-1", world.clock);
    for (const _message of world.mercariQueue.sent.splice(0)) expect(await receive(1, null).end).toBe(true);
    await expectOnce();
  });

  it.each(deaths(calls))("$moment call $call: makes each notice once though the next crawl fails", async (death) => {
    expect(await receive(1, death).end).toBe("dead");
    world.clock.forward(HOUR);
    const { answer } = world.fetching;
    world.fetching.answer = () => sourced({ status: 503 });
    await crawl(world, productId);
    world.fetching.answer = answer;
    world.clock.forward(HOUR);
    await crawl(world, productId);
    await expectOnce();
  });
});
