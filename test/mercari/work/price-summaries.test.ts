import { expect, it } from "vitest";
import { SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { crawl, HOUR, listingPage, searchPage, showPages } from "../crawl-world.ts";
import {
  crawledProductOfEachTest,
  item,
  items,
  messageOf,
  product,
  there,
  worker,
  world,
  writes,
} from "../crawled-product.ts";
import { resultRow, storeRows } from "../result-rows.ts";

crawledProductOfEachTest();

/** Stores sales with their dates, so many days before the beginning. */
const sell = (...sales: readonly (readonly [days: number, price: number])[]) =>
  storeRows(
    dynamo,
    sales.map(([days, price], index) =>
      resultRow(product.id, 100 + index, {
        price,
        sellingStatus: SOLD,
        soldOutAt: at(-24 * HOUR * days).toISOString(),
      }),
    ),
  );
const month = at(9 * HOUR)
  .toISOString()
  .slice(0, 7);

it("a crawl stores in its product the prices that the cheapest offer is compared with", async () => {
  await sell([0, 1_400], [29, 2_000], [89, 3_000], [91, 9_000]);
  showPages(world, [items(1, 3)]);
  await crawl(world, product.id);
  expect(await there()).toMatchObject({
    lastCrawl: { outcome: "items" },
    prices: {
      searches: 0,
      offers: { lowest: 1_000, median: 2_000 },
      sold30d: { count: 2, median: 1_700 },
      sold90d: { count: 3, median: 2_000 },
    },
  });
  expect((await there()).prices?.lows.at(-1)).toEqual({ month, price: 1_000 });
});

it("a crawl whose product got another search meanwhile leaves the prices as they were", async () => {
  const seen = await there();
  world.fetching.answer = async () => {
    const other = { ...product.crawl, keyword: "レンズ" } as NonNullable<typeof product.crawl>;
    await world.products.update(seen, { name: "Lens", crawl: other }, { id: "change-1", at: at(MINUTE) });
    return searchPage(items(1, 3));
  };
  await crawl(world, product.id);
  expect(await there()).toMatchObject({ searches: 1, prices: null });
});

it("a detail check that finds the cheapest offer sold judges by the next one", async () => {
  showPages(world, [items(1, 2)]);
  await crawl(world, product.id);
  world.fetching.answer = () => listingPage(item(1, { state: "sold_out" }));
  world.clock.forward(HOUR);
  await worker.receive(messageOf(1));
  expect((await there()).prices).toMatchObject({
    offers: { lowest: 2_000, median: 2_000 },
    sold30d: { count: 1, median: 1_000 },
  });
});

it("a detail check that changes no price does not write the product", async () => {
  showPages(world, [items(1, 2)]);
  await crawl(world, product.id);
  world.fetching.answer = () => listingPage(item(1));
  world.clock.forward(MINUTE);
  dynamo.consumed.length = 0;
  await worker.receive(messageOf(1));
  // The host's turn, the row, which has a seller now, and its entry in the watch list.
  expect(writes()).toBe(2 + 1 + 1);
});

it("seventy sales cost a read unit", async () => {
  await sell(...Array.from({ length: 70 }, (_, index) => [1, 1_000 + index] as const));
  showPages(world, [items(1, 3)]);
  dynamo.consumed.length = 0;
  await crawl(world, product.id);
  expect(dynamo.consumed.findLast(({ command }) => command === "QueryCommand")?.units).toBe(1);
});
