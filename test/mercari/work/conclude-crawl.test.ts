import { describe, expect, it } from "vitest";
import { ON_SALE } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { syncDetailOf } from "../../../lambdas/mercari/work/request-crawl.ts";
import { placeholder } from "../../../lib/local/sites/mercari-pages.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { beforeAnswers, crawl, HOUR, pageOf, searchPage, showPages } from "../crawl-world.ts";
import {
  crawledProductOfEachTest,
  item,
  items,
  messageOf,
  product,
  seconds,
  watchInstead,
  worker,
  world,
} from "../crawled-product.ts";
import { sourced } from "../fetch-world.ts";

const log = capturedLog();
crawledProductOfEachTest();

describe("the detail checks that a crawl requests", () => {
  it("are those of sold listings, at once, and again after six hours", async () => {
    showPages(world, [[item(1), item(2, { state: "sold_out" }), item(3, { state: "sold_out" })]]);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 2 });
    expect(world.mercariQueue.sent).toEqual([
      { message: messageOf(2), correlationId: "correlation-1", delaySeconds: 0 },
      { message: messageOf(3), correlationId: "correlation-1", delaySeconds: 10 },
    ]);
    world.clock.forward(6 * HOUR - 1_000);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 0 });
    world.clock.forward(HOUR);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 2 });
  });

  it("are those of listings on sale that vanished since the previous complete crawl, at once, the cheapest first, twenty at most", async () => {
    showPages(world, [items(1, 30)]);
    await crawl(world, product.id);
    // All of them were checked a moment ago, which makes no difference.
    const due = items(1, 30).map(({ id, price }) => {
      return { externalId: id, price, sellingStatus: ON_SALE, dueAt: seconds(6 * HOUR), seenAt: seconds(0) } as const;
    });
    await world.watch.set(product.id, due);
    showPages(world, [items(29, 30)]);
    world.clock.forward(HOUR);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 20 });
    const sent = world.mercariQueue.sent.map(({ message }) => message);
    expect(sent).toEqual(Array.from({ length: 20 }, (_, index) => messageOf(1 + index)));
    expect(world.mercariQueue.sent.at(-1)?.delaySeconds).toBe(190);
    world.mercariQueue.sent.length = 0;
    // The others wait until they are due: no crawl has seen them since the previous one.
    world.clock.forward(HOUR);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 0 });
    world.clock.forward(4 * HOUR);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 8 });
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 0 });
  });

  it("are not those of listings that the previous complete crawl had not seen either, even if an incomplete one in between saw some", async () => {
    showPages(world, [items(1, 2)]);
    await crawl(world, product.id);
    world.clock.forward(7 * HOUR);
    const half = searchPage([item(1), item(3)]).html.replace("</ul>", `${placeholder}</ul>`);
    world.fetching.answer = () => sourced({ html: half });
    await crawl(world, product.id);
    world.mercariQueue.sent.length = 0;
    showPages(world, [[item(9)]]);
    await crawl(world, product.id);
    // First those that vanished, cheapest first; then the one that only the incomplete crawl saw.
    expect(world.mercariQueue.sent.map(({ message }) => message)).toEqual([messageOf(1), messageOf(2), messageOf(3)]);
  });

  it("are sixty sold listings a crawl while the first trend is being filled, and twenty afterwards", async () => {
    const sold = (from: number, to: number) => items(from, to).map((one) => ({ ...one, state: "sold_out" }) as const);
    showPages(world, [sold(1, 70)]);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 60 });
    await watchInstead({}, { trendFilled: true });
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 20 });
  });

  it("are none of the listings that an incomplete crawl has not seen", async () => {
    showPages(world, [[item(1), item(2), item(3, { state: "sold_out" })]]);
    await crawl(world, product.id);
    world.clock.forward(24 * HOUR);
    world.mercariQueue.sent.length = 0;
    const half = searchPage([item(1)]).html.replace("</ul>", `${placeholder}</ul>`);
    world.fetching.answer = () => sourced({ html: half });
    expect(await crawl(world, product.id)).toMatchObject({ complete: false, outcome: "items", queuedDetails: 1 });
    expect(world.mercariQueue.sent.map(({ message }) => message)).toEqual([messageOf(3)]);
  });

  it("stay due when the queue does not accept their messages", async () => {
    showPages(world, [[1, 2, 3].flatMap((number) => item(number, { state: "sold_out" }))]);
    const { mercariQueue } = world;
    const send = mercariQueue.send.bind(mercariQueue);
    let left = 1;
    mercariQueue.send = async (...args) => {
      left -= 1;
      if (left < 0) throw new Error("queue away");
      return send(...args);
    };
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "items", queuedDetails: 1 });
    expect(log.lines("mercari_details_not_sent")).toMatchObject([{ unsent: 2, error_message: "queue away" }]);
    left = 10;
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 2 });
    expect(mercariQueue.sent.map(({ message }) => message)).toEqual([messageOf(1), messageOf(2), messageOf(3)]);
  });
});

it("remembers what it saw with the time at which it began: its first page may be minutes old at its end", async () => {
  showPages(world, [items(1, 2), [item(3), item(4, { state: "sold_out" })]]);
  beforeAnswers(world, () => world.clock.forward(MINUTE));
  await crawl(world, product.id);
  const externalIds = new Set(items(1, 3).map(({ id }) => id));
  expect((await world.watch.read(product.id)).lastSeen).toEqual({ at: seconds(0), externalIds });
});

it("keeps when it last saw a listing on sale that has vanished, and writes no entry of any other", async () => {
  const all = [...items(1, 3), item(4, { state: "sold_out" })];
  for (const shown of [all, all, items(1, 2)]) {
    showPages(world, [shown]);
    await crawl(world, product.id);
    world.clock.forward(HOUR);
  }
  const { entries } = await world.watch.read(product.id);
  const seenAt = new Map(entries.map((entry) => [entry.externalId, entry.seenAt]));
  expect([1, 2, 3, 4].map((number) => seenAt.get(item(number).id))).toEqual([
    seconds(0),
    seconds(0),
    seconds(HOUR),
    undefined,
  ]);
});

describe("an hour in which nothing changes", () => {
  it("writes no row, whatever the detail pages showed", async () => {
    const site = await startMercariSite({ items: 12, clock: world.clock.now });
    try {
      // Some are shops' products, and some of those are sold before the first crawl.
      for (const { id } of site.items().filter((_item, place) => place % 5 === 0)) {
        site.change(id, { state: "sold_out" });
      }
      world.fetching.answer = (url) => pageOf(site, url);
      const checkAll = async () => {
        for (const { id } of site.items()) {
          expect(await worker.receive(syncDetailOf({ productId: product.id, externalId: id }))).toBe(true);
        }
      };
      await crawl(world, product.id);
      // Each detail page shows the seller, which no search page does.
      await checkAll();
      world.clock.forward(HOUR);
      dynamo.consumed.length = 0;
      const unchanged = { upserted: 0, unchanged: 12, deleted: 0, queuedDetails: 0 };
      expect(await crawl(world, product.id)).toMatchObject(unchanged);
      await checkAll();
      // The crawl's own run, and the listings that it saw.
      expect(dynamo.consumed.filter(({ command }) => command === "PutItemCommand")).toHaveLength(2);
      expect(dynamo.consumed.filter(({ command }) => command === "DeleteItemCommand")).toEqual([]);
    } finally {
      await site.close();
    }
  });
});
