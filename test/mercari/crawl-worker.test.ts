import { beforeEach, describe, expect, it } from "vitest";
import { ON_SALE } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { SourcedPage } from "../../lambdas/mercari/readers/sourced-page.ts";
import { listCrawlOf, requestCrawl, syncDetailOf } from "../../lambdas/mercari/work/request-crawl.ts";
import { challengeDocument, noResultsDocument } from "../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { beforeAnswers, HOUR, holdElsewhere, MAX_RECEIVES, rowsOf, runsOf, showPages } from "./crawl-world.ts";
import { crawledProductOfEachTest, product, there, watchInstead, worker, world } from "./crawled-product.ts";
import { sourced, unanswered } from "./fetch-world.ts";
import { listed } from "./readers/page-answers.ts";
import { resultRow, storeRows } from "./result-rows.ts";
import { crawlSetting } from "./sample-crawls.ts";

const log = capturedLog();
crawledProductOfEachTest();
beforeEach(() => showPages(world, [[listed()]]));

/** Pages of one listing each. */
const many = (pages: number) =>
  Array.from({ length: pages }, (_, index) => [listed({ id: `m${10_000_000_000 + index}` })]);

const MESSAGE = () => listCrawlOf(product.id);

/** Another crawl holds the product's lease for this long. */
const hold = (milliseconds: number) => holdElsewhere(world, product.id, milliseconds);

/** Shows pages, each of which takes this long. @returns the requested tokens */
function showSlowly(milliseconds: number, pages: Parameters<typeof showPages>[1]): (string | null)[] {
  const tokens = showPages(world, pages);
  beforeAnswers(world, () => world.clock.forward(milliseconds));
  return tokens;
}

describe("a message that requests a crawl", () => {
  it("waits for a running crawl without using an attempt, and then starts its own crawl", async () => {
    await hold(5 * MINUTE);
    // The running crawl may have read its pages before this request.
    expect(await requestCrawl(await there(), "correlation-1", world)).toBe(true);
    for (let receive = 1; receive <= 5; receive += 1) {
      world.clock.forward(MINUTE / 2);
      expect(await worker.receive(MESSAGE(), receive, "waiting")).toBe(false);
      // Ten minutes after the message is visible again: until then it is not lost.
      const reconcileAt = new Date(world.clock.now().getTime() + 11 * MINUTE).toISOString();
      expect((await there()).pending?.reconcileAt).toBe(reconcileAt);
    }
    expect(worker.waits).toEqual([60, 60, 60, 60, 60]);
    expect(world.fetching.pages).toEqual([]);
    world.clock.forward(6 * MINUTE);
    expect(await worker.receive(MESSAGE(), 6, "waiting")).toBe(true);
    expect(world.fetching.pages).toHaveLength(1);
    expect(await there()).toMatchObject({ pending: null });
  });

  it("is resent before waiting alone would dead-letter it", async () => {
    await hold(HOUR);
    expect(await worker.receive(MESSAGE(), MAX_RECEIVES - 3, "waiting")).toBe(false);
    expect(world.mercariQueue.sent).toEqual([]);
    expect(await worker.receive(MESSAGE(), MAX_RECEIVES - 2, "waiting")).toBe(true);
    expect(world.mercariQueue.sent).toEqual([{ message: MESSAGE(), correlationId: "waiting", delaySeconds: 60 }]);
    const sent = { code: "crawl_in_progress", correlation_id: "waiting" };
    expect(log.lines("message_sent_anew")).toMatchObject([sent]);
  });

  it("is left to reconcile when the crawl ran out of time, and reconcile resends it several times", async () => {
    await requestCrawl(product, "correlation-1", world);
    world.mercariQueue.sent.length = 0;
    const tokens = showSlowly(4 * MINUTE, many(5));
    expect(await worker.receive(MESSAGE(), 1, "slow")).toBe(true);
    expect(tokens).toEqual([null, "1", "2"]);
    expect(world.mercariQueue.sent).toEqual([]);
    const { pending, lease, seenWhole } = await there();
    expect({ lease, seenWhole }).toEqual({ lease: null, seenWhole: false });
    expect(pending?.reconcileAt).toBe(new Date(world.clock.now().getTime() + 10 * MINUTE).toISOString());
    expect(await runsOf(world, product.id)).toMatchObject([{ outcome: "queued" }]);
  });

  const pageTokens = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

  it("resumes where the previous crawl ran out of time, reading one page again, until all pages are read", async () => {
    await requestCrawl(product, "correlation-1", world);
    // The duration of a page when two crawls take turns at the host.
    const tokens = showSlowly(10_000, many(60));
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(tokens).toEqual([null, ...pageTokens(1, 39)]);
    expect(await there()).toMatchObject({ seenWhole: false, reached: { pageToken: "39", pagesBefore: 39 } });
    tokens.length = 0;
    expect(await worker.receive(MESSAGE())).toBe(true);
    // Fifty pages: the limit of a crawl that reads all pages.
    expect(tokens).toEqual(pageTokens(39, 49));
    expect(await there()).toMatchObject({ seenWhole: true, reached: null, pending: null, lease: null });
    expect((await rowsOf(world, product.id)).size).toBe(50);
    const [last] = await runsOf(world, product.id);
    expect(last).toMatchObject({ outcome: "items", complete: false, pagesBefore: 39, upserted: 10, unchanged: 1 });
    tokens.length = 0;
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(tokens).toEqual([null, "1", "2"]);
  });

  it("has seen the whole search at the site's last page, but removes no row that it has not seen", async () => {
    const bounds = { keyword: "カメラ", categoryId: null, minPrice: 400, maxPrice: null, enabled: true };
    await watchInstead(bounds);
    const misfit = { externalId: "m20000000000", price: 399, sellingStatus: ON_SALE } as const;
    await storeRows(dynamo, [resultRow(product.id, 0, misfit)]);
    await world.watch.set(product.id, [{ ...misfit, dueAt: 0 }]);
    showSlowly(4 * MINUTE, many(5));
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await there()).toMatchObject({ seenWhole: false });
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await there()).toMatchObject({ seenWhole: true });
    const [last] = await runsOf(world, product.id);
    expect(last).toMatchObject({ reachedEnd: true, complete: false, deleted: 0, queuedDetails: 0 });
    expect((await rowsOf(world, product.id)).has(misfit.externalId)).toBe(true);
  });

  it("begins at the first page after running out of time, where the whole search was seen before", async () => {
    await watchInstead({}, { seenWhole: true });
    const tokens = showSlowly(6 * MINUTE, many(3));
    await worker.receive(MESSAGE());
    expect(tokens).toEqual([null, "1"]);
    expect(await there()).toMatchObject({ seenWhole: true, reached: null });
  });

  it("resumes at the same page when there was no time for a further page", async () => {
    const reached = { pageToken: "39", pagesBefore: 39, searches: 0 };
    await watchInstead({}, { reached });
    const take = world.products.take.bind(world.products);
    world.products.take = async (...crawl) => {
      await world.hosts.take("jp.mercari.com", { holder: "another", now: world.clock.now(), until: at(24 * HOUR) });
      return take(...crawl);
    };
    world.fetching.onPause = () => world.clock.forward(MINUTE);
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await there()).toMatchObject({ reached });
  });

  it("counts the pages of all crawls before it when it runs out of time once more", async () => {
    await watchInstead({}, { reached: { pageToken: "5", pagesBefore: 5, searches: 0 } });
    const tokens = showSlowly(4 * MINUTE, many(60));
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(tokens).toEqual(["5", "6", "7"]);
    expect(await there()).toMatchObject({ seenWhole: false, reached: { pageToken: "7", pagesBefore: 7 } });
  });

  it("has read all pages when the page at which it resumes has no listings any more", async () => {
    await watchInstead({}, { reached: { pageToken: "39", pagesBefore: 39, searches: 0 } });
    world.fetching.answer = () => sourced({ html: noResultsDocument("カメラ") });
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await there()).toMatchObject({ seenWhole: true, reached: null });
    expect(await runsOf(world, product.id)).toMatchObject([{ outcome: "items", complete: false }]);
  });

  it.each([
    ["fails permanently", sourced({ status: 403, html: challengeDocument })],
    ["fails transiently", sourced({ status: 502 })],
  ])("begins at the first page after a crawl that %s", async (_what, page) => {
    await watchInstead({}, { reached: { pageToken: "3", pagesBefore: 3, searches: 0 } });
    world.fetching.answer = () => page;
    await worker.receive(MESSAGE());
    expect(await there()).toMatchObject({ seenWhole: false, reached: null });
  });

  it("begins at the first page after the search was changed", async () => {
    await watchInstead({}, { reached: { pageToken: "3", pagesBefore: 3, searches: 0 }, searches: 1 });
    const tokens = showPages(world, [[listed()]]);
    await worker.receive(MESSAGE());
    expect(tokens).toEqual([null]);
    expect(await runsOf(world, product.id)).toMatchObject([{ complete: true, pagesBefore: 0 }]);
  });

  it("requests detail checks of sold listings even if it ran out of time", async () => {
    const sold = listed({ id: "m00000000009", state: "sold_out" });
    showSlowly(4 * MINUTE, [[sold], [listed()], [listed()], [listed()]]);
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await runsOf(world, product.id)).toMatchObject([{ outcome: "queued", queuedDetails: 1 }]);
    expect(world.mercariQueue.sent.map(({ message }) => message)).toEqual([
      syncDetailOf({ productId: product.id, externalId: sold.id }),
    ]);
  });

  it("is sent again when the search was changed during the crawl", async () => {
    await requestCrawl(product, "correlation-1", world);
    world.mercariQueue.sent.length = 0;
    showPages(world, [[listed()], [listed()]]);
    beforeAnswers(world, async () => {
      const crawl = crawlSetting({ keyword: "lens" });
      await world.products.update(await there(), { name: "Cameras", crawl }, { id: "change-1", at: at(1) });
    });
    expect(await worker.receive(MESSAGE(), 1, "changed")).toBe(true);
    expect(world.mercariQueue.sent).toEqual([{ message: MESSAGE(), correlationId: "changed" }]);
    expect((await there()).pending).not.toBeNull();
  });

  it("makes four attempts when the site does not respond, and its request stays pending until then", async () => {
    await requestCrawl(product, "correlation-1", world);
    world.fetching.answer = () => sourced({ status: 502 });
    for (let receive = 1; receive <= 3; receive += 1) {
      expect(await worker.receive(MESSAGE(), receive, "failing")).toBe(false);
      const { pending, lease } = await there();
      expect(lease).toBeNull();
      // Reconcile waits longer than the message's own wait.
      expect(Date.parse(pending?.reconcileAt ?? "")).toBeGreaterThan(world.clock.now().getTime() + 15 * MINUTE);
      world.clock.forward((worker.waits.at(-1) ?? 0) * 1_000);
    }
    expect(worker.waits).toEqual([38, 150, 600]);
    expect(await worker.receive(MESSAGE(), 4, "failing")).toBe(false);
    expect(await there()).toMatchObject({ pending: null });
    expect(log.lines("mercari_attempts_used_up")).toMatchObject([{ error_kind: "http_error", attempts: 4 }]);
    expect(log.lines("message_given_up")).toMatchObject([{ code: "http_error", fault: "theirs" }]);
    // It is received several more times before SQS dead-letters it.
    showPages(world, [[listed()]]);
    for (let receive = 5; receive <= MAX_RECEIVES; receive += 1) {
      expect(await worker.receive(MESSAGE(), receive, "failing")).toBe(false);
    }
    expect(new Set(worker.waits.slice(3))).toEqual(new Set([0]));
    expect(world.fetching.pages).toHaveLength(4);
    // After a redrive the attempts start from zero.
    expect(await worker.receive(MESSAGE(), 1, "failing")).toBe(true);
    expect((await rowsOf(world, product.id)).size).toBe(1);
    expect(await world.attempts.readCount("failing")).toBe(0);
  });

  it("is not retried before the site's Retry-After", async () => {
    await requestCrawl(product, "correlation-1", world);
    world.fetching.answer = () => sourced({ status: 503, retryAfterSeconds: 700 });
    expect(await worker.receive(MESSAGE(), 1, "failing")).toBe(false);
    // 700 s, plus up to half of the 30 s of its own back-off.
    expect(worker.waits).toEqual([708]);
    world.fetching.answer = () => sourced({ status: 503, retryAfterSeconds: 7_200 });
    world.clock.forward(708_000);
    expect(await worker.receive(MESSAGE(), 2, "failing")).toBe(true);
    expect(await there()).toMatchObject({ pending: null, lease: null });
    await worker.receive(MESSAGE(), 1, "next");
    expect((await runsOf(world, product.id)).map(({ errorKind }) => errorKind)).toEqual([
      "breaker_open",
      "http_error",
      "http_error",
    ]);
  });

  it.each([
    ["blocked", () => sourced({ status: 403, html: challengeDocument })],
    ["unreachable", () => Promise.reject(unanswered("too_large"))],
  ] satisfies [string, () => SourcedPage | Promise<SourcedPage>][])(
    "is not retried after a permanent error (%s)",
    async (errorKind, answer) => {
      await requestCrawl(product, "correlation-1", world);
      world.fetching.answer = answer;
      expect(await worker.receive(MESSAGE(), 1, "lasting")).toBe(true);
      expect(await there()).toMatchObject({ pending: null, lease: null, seenWhole: false });
      expect(await runsOf(world, product.id)).toMatchObject([{ outcome: "error", errorKind }]);
      expect(await world.attempts.readCount("lasting")).toBe(0);
    },
  );

  it("is returned with its lease released after an error of our own, so that the next receive need not wait", async () => {
    await requestCrawl(product, "correlation-1", world);
    world.fetching.answer = () => {
      throw new Error("a bug");
    };
    expect(await worker.receive(MESSAGE())).toBe(false);
    expect(log.lines("message_failed")).toMatchObject([{ error_message: "a bug" }]);
    expect(await there()).toMatchObject({ lease: null });
    expect((await there()).pending).not.toBeNull();
    showPages(world, [[listed()]]);
    expect(await worker.receive(MESSAGE(), 2)).toBe(true);
    expect(await there()).toMatchObject({ pending: null });
  });

  it("logs a failed release of the lease, and throws the first error", async () => {
    world.fetching.answer = () => {
      throw new Error("a bug");
    };
    world.products.release = async () => {
      throw new Error("table away");
    };
    expect(await worker.receive(MESSAGE())).toBe(false);
    expect(log.lines("product_not_released")).toMatchObject([{ error_message: "table away" }]);
    expect(log.lines("message_failed")).toMatchObject([{ error_message: "a bug" }]);
  });

  it("ends its request when its receives are used up, unless a crawl holds the product", async () => {
    await requestCrawl(product, "correlation-1", world);
    await hold(5 * MINUTE);
    expect(await worker.receive(MESSAGE(), MAX_RECEIVES)).toBe(false);
    expect((await there()).pending).not.toBeNull();
    world.clock.forward(6 * MINUTE);
    expect(await worker.receive(MESSAGE(), MAX_RECEIVES)).toBe(false);
    expect((await there()).pending).toBeNull();
    await world.products.markDeleting(product.id, "deletion-1");
    expect(await worker.receive(MESSAGE(), MAX_RECEIVES)).toBe(true);
  });
});
