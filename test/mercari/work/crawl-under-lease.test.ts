import { describe, expect, it } from "vitest";
import { crawlUnderLease } from "../../../lambdas/mercari/work/crawl-under-lease.ts";
import { requestCrawl } from "../../../lambdas/mercari/work/request-crawl.ts";
import { challengeDocument } from "../../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { at } from "../../emulators/test-clock.ts";
import { crawl, HOUR, searchPage, showPages, storeProduct } from "../crawl-world.ts";
import {
  crawledProductOfEachTest,
  item,
  items,
  product,
  rows,
  takenOver,
  there,
  watchInstead,
  world,
} from "../crawled-product.ts";
import { sourced } from "../fetch-world.ts";

const log = capturedLog();
crawledProductOfEachTest();

describe("the lease of a product", () => {
  it("stays with a crawl that took it over at the end of another one, which is logged", async () => {
    showPages(world, [items(1, 2)]);
    const put = world.runs.put.bind(world.runs);
    world.runs.put = async (run) => {
      await put(run);
      await takenOver();
    };
    await crawl(world, product.id);
    expect(log.lines("crawl_lost")).toMatchObject([{ level: "WARN", product_id: product.id }]);
    expect(await there()).toMatchObject({ lease: { holder: "another" }, seenWhole: false, lastCrawl: null });
  });

  it("protects from the rows of a crawl that has lost it and fails for a reason of our own", async () => {
    world.fetching.answer = async (url) => {
      if (!url.includes("page_token")) return searchPage([item(1)], "1");
      await takenOver();
      throw new Error("broken");
    };
    await expect(crawl(world, product.id)).rejects.toThrow("broken");
    expect((await rows()).size).toBe(0);
    expect((await there()).lease?.holder).toBe("another");
  });

  it("is released at once for a product without a search, which does not affect another search", async () => {
    await watchInstead({}, { crawl: null, mixedCategories: true });
    await requestCrawl(product, "correlation-1", world);
    expect(await crawlUnderLease(product.id, at(HOUR), world, "correlation-1")).toBe("gone");
    const unknown = { seenWhole: false, mixedCategories: true, trendFilled: false };
    expect(await there()).toMatchObject({ lease: null, pending: null, ...unknown });
    expect(log.lines("crawl_lost")).toEqual([]);
  });
});

describe("a product shows how its last crawl ended", () => {
  const many = Array.from({ length: 5 }, (_, index) => items(index + 1, index + 1));

  it.each([
    ["with all pages", () => showPages(world, [items(1, 2)]), { outcome: "items", errorKind: null, complete: true }],
    ["without time", () => showPages(world, many), { outcome: "queued", errorKind: null, complete: false }],
    [
      "transiently",
      () => {
        world.fetching.answer = () => sourced({ status: 502 });
      },
      { outcome: "error", errorKind: "http_error", complete: false },
    ],
    [
      "permanently",
      () => {
        world.fetching.answer = () => sourced({ status: 403, html: challengeDocument });
      },
      { outcome: "error", errorKind: "blocked", complete: false },
    ],
  ] as const)("%s", async (_what, show, ended) => {
    show();
    await crawl(world, product.id, at(5_000));
    const failingSince = ended.outcome === "error" ? world.fetching.pages[0]?.at : null;
    expect((await there()).lastCrawl).toEqual({
      ...ended,
      finishedAt: expect.any(String),
      failingSince: failingSince == null ? null : at(failingSince).toISOString(),
    });
  });
});

it("a crawl without time for a page neither ends the failures of a product nor counts as one", async () => {
  const failing = {
    finishedAt: at(HOUR).toISOString(),
    outcome: "error",
    errorKind: "blocked",
    complete: false,
  } as const;
  const failingSince = at(0).toISOString();
  await watchInstead({}, { lastCrawl: { ...failing, failingSince } });
  world.clock.forward(25 * HOUR);
  expect(await crawl(world, product.id, world.clock.now())).toMatchObject({ outcome: "queued", pages: [] });
  expect((await there()).lastCrawl).toMatchObject({ outcome: "queued", failingSince });
  expect(log.lines("mercari_search_failing")).toEqual([]);
});

describe("the first trend counts as filled", () => {
  const sold = (count: number) => items(1, count).map((one) => ({ ...one, state: "sold_out" }) as const);

  it.each([
    [20, true],
    [21, false],
  ])("when a crawl of the whole search has left %i sales without a date: %s", async (count, trendFilled) => {
    showPages(world, [sold(count)]);
    await crawl(world, product.id);
    expect(await there()).toMatchObject({ seenWhole: true, trendFilled });
  });

  it("by no crawl that has not read the whole search, whatever it has dated", async () => {
    world.fetching.answer = (url) => searchPage([item(1)], url.includes("=back") ? "forth" : "back");
    await crawl(world, product.id);
    expect(await there()).toMatchObject({ seenWhole: false, trendFilled: false });
    // A later crawl reads three pages only, after one that has read all.
    const seen = await storeProduct(world, {}, { seenWhole: true });
    await crawl(world, seen.id);
    expect(await world.products.get(seen.id)).toMatchObject({ trendFilled: true });
  });
});
