import { describe, expect, it } from "vitest";
import type { SourcedPage } from "../../../lambdas/mercari/readers/sourced-page.ts";
import {
  challengeDocument,
  noResultsDocument,
  placeholder,
  searchDocument,
} from "../../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { at } from "../../emulators/test-clock.ts";
import { beforeAnswers, crawl, HOUR, runsOf, searchPage, showPages } from "../crawl-world.ts";
import { crawledProductOfEachTest, item, items, product, rows, takenOver, there, world } from "../crawled-product.ts";
import { robotsTxt, sourced, unanswered } from "../fetch-world.ts";
import { crawlSetting } from "../sample-crawls.ts";

capturedLog();
crawledProductOfEachTest();

describe("the pages of a crawl", () => {
  const many = (pages: number) => Array.from({ length: pages }, (_, index) => items(index + 1, index + 1));

  it("are all existing pages in the first crawl, and three in later ones", async () => {
    const tokens = showPages(world, many(7));
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: true });
    expect(tokens).toEqual([null, "1", "2", "3", "4", "5", "6"]);
    tokens.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: false, complete: true });
    expect(tokens).toEqual([null, "1", "2"]);
  });

  it("end at a link to an earlier page, and the search does not count as seen", async () => {
    const tokens: (string | null)[] = [];
    world.fetching.answer = (url) => {
      tokens.push(new URL(url).searchParams.get("page_token"));
      return searchPage([item(1)], tokens.length % 2 === 0 ? "back" : "forth");
    };
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: false, complete: true, outcome: "items" });
    expect(tokens).toEqual([null, "forth", "back"]);
    expect((await there()).seenWhole).toBe(false);
  });

  it("prove no absence when the link to the next page can't be read", async () => {
    const html = searchPage([item(1)], "next").html.replace("page_token=next", "page=2");
    world.fetching.answer = () => sourced({ html });
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: false, complete: false, outcome: "items" });
  });

  it("end where the site reports no more results", async () => {
    world.fetching.answer = (url) =>
      url.includes("page_token") ? sourced({ html: noResultsDocument("カメラ") }) : searchPage(items(1, 2), "1");
    expect(await crawl(world, product.id)).toMatchObject({
      outcome: "items",
      reachedEnd: true,
      complete: true,
      pages: [{ outcome: "items" }, { outcome: "no_results", complete: true, items: 0, layout: null }],
    });
    world.fetching.answer = () => sourced({ html: noResultsDocument("カメラ") });
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "no_results", reachedEnd: true, complete: true });
    expect((await rows()).size).toBe(2);
  });

  it.each([
    ["blocked", sourced({ status: 403, html: challengeDocument })],
    ["not_rendered", sourced({ html: searchDocument("カメラ", [placeholder], null) })],
  ])("keep the rows of earlier pages when a page is %s, and remove nothing", async (errorKind, page) => {
    showPages(world, [[...items(1, 2), item(3, { state: "sold_out" })]]);
    await crawl(world, product.id);
    const setting = crawlSetting({ keyword: "カメラ", categoryId: 9, minPrice: 2_000 });
    await world.products.update(await there(), { name: "Cameras", crawl: setting }, { id: "change-1", at: at(1) });
    world.mercariQueue.sent.length = 0;
    world.clock.forward(24 * HOUR);
    world.fetching.answer = (url) => (url.includes("page_token") ? page : searchPage([item(4)], "1"));
    expect(await crawl(world, product.id)).toMatchObject({
      outcome: "error",
      errorKind,
      complete: false,
      upserted: 1,
      deleted: 0,
      queuedDetails: 0,
      pages: [{ outcome: "items" }, { outcome: "error", errorKind, complete: false }],
    });
    expect((await rows()).size).toBe(4);
    expect(world.mercariQueue.sent).toEqual([]);
    expect(await there()).toMatchObject({ seenWhole: false, mixedCategories: true, lease: null });
  });

  it("are not requested while the circuit breaker is open, or where the host's robots.txt forbids them", async () => {
    world.fetching.answer = () => sourced({ status: 403, html: challengeDocument });
    await crawl(world, product.id);
    const tokens = showPages(world, [items(1, 3)]);
    expect(await crawl(world, product.id)).toMatchObject({
      outcome: "error",
      errorKind: "breaker_open",
      pages: [],
    });
    world.clock.forward(7 * HOUR);
    world.fetching.answerRobots = () => robotsTxt(200, "User-agent: *\nDisallow: /search\n");
    world.clock.forward(24 * HOUR);
    const forbidden = { outcome: "error", errorKind: "robots_forbidden", pages: [] };
    expect(await crawl(world, product.id)).toMatchObject(forbidden);
    world.fetching.answerRobots = () => robotsTxt(500);
    world.clock.forward(30 * 24 * HOUR);
    const unavailable = { outcome: "error", errorKind: "robots_unavailable", pages: [] };
    expect(await crawl(world, product.id)).toMatchObject(unavailable);
    expect(tokens).toEqual([]);
    expect(await there()).toMatchObject({ seenWhole: false, lease: null });
  });

  it("for which no time is left go to another crawl, which begins at the first page", async () => {
    const tokens = showPages(world, many(5));
    // The pause after the second page is longer than the remaining time.
    expect(await crawl(world, product.id, at(5_000))).toMatchObject({
      outcome: "queued",
      errorKind: null,
      complete: false,
    });
    expect(tokens).toEqual([null, "1"]);
    expect((await rows()).size).toBe(2);
    expect(await there()).toMatchObject({ seenWhole: false, lease: null });
    tokens.length = 0;
    await crawl(world, product.id);
    expect(tokens).toEqual([null, "1", "2", "3", "4"]);
  });

  it("of an old search are dropped as soon as the search is changed", async () => {
    const other = crawlSetting({ keyword: "レンズ" });
    showPages(world, [[item(1)], [item(2)]]);
    beforeAnswers(world, async (url) => {
      if (url.includes("page_token"))
        await world.products.update(await there(), { name: "Lenses", crawl: other }, { id: "change-1", at: at(1) });
    });
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "queued", complete: false, upserted: 1 });
    expect([...(await rows()).keys()]).toEqual([item(1).id]);
    expect(await there()).toMatchObject({ seenWhole: false, searches: 1 });
  });

  it("of a product that is deleted meanwhile are not stored, nor is the run", async () => {
    showPages(world, [[item(1)], [item(2)]]);
    beforeAnswers(world, async (url) => {
      if (url.includes("page_token")) await world.products.markDeleting(product.id, "deletion-1");
    });
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "error", errorKind: "lost", upserted: 0 });
    expect((await rows()).size).toBe(0);
    expect(await runsOf(world, product.id)).toEqual([]);
  });

  it.each<[what: string, answer: () => SourcedPage]>([
    ["is answered", () => searchPage([item(2)])],
    [
      "fails",
      () => {
        throw unanswered();
      },
    ],
  ])("are not stored by a crawl whose lease was taken over before its next page %s", async (_what, answer) => {
    world.fetching.answer = async (url) => {
      if (!url.includes("page_token")) return searchPage([item(1)], "1");
      await takenOver();
      return answer();
    };
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "error", errorKind: "lost", upserted: 0 });
    expect((await rows()).size).toBe(0);
    expect((await there()).lease?.holder).toBe("another");
    expect(await runsOf(world, product.id)).toMatchObject([{ errorKind: "lost" }]);
  });

  it("are stored although reading the next one fails for a reason of our own", async () => {
    world.fetching.answer = (url) => {
      if (url.includes("page_token")) throw new Error("broken");
      return searchPage([item(1)], "1");
    };
    await expect(crawl(world, product.id)).rejects.toThrow("broken");
    expect([...(await rows()).keys()]).toEqual([item(1).id]);
    expect((await there()).lease).toBeNull();
  });
});
