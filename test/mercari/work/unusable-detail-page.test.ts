import { describe, expect, it } from "vitest";
import { SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { challengeDocument, skeletonDocument } from "../../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { entry, ITEM, known, MESSAGE, row, show } from "../checked-listing.ts";
import { HOUR } from "../crawl-world.ts";
import { crawledProductOfEachTest, worker, world } from "../crawled-product.ts";
import { robotsTxt, sourced, unanswered } from "../fetch-world.ts";

const log = capturedLog();
crawledProductOfEachTest();

describe("a page that can't be used", () => {
  it.each([
    ["blocked", sourced({ status: 403, html: challengeDocument })],
    ["not_rendered", sourced({ html: skeletonDocument(ITEM) })],
    ["http_error", sourced({ status: 401 })],
  ])("(%s) changes nothing, and is not requested again by this message", async (_kind, page) => {
    const before = await known({ deletedSince: at(-2 * HOUR).toISOString() });
    world.fetching.answer = (url) => ({ ...page, url });
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await row()).toEqual(before);
    expect(await world.attempts.readCount("message-1")).toBe(0);
  });

  it("(unreachable) is requested four times, and then its message is returned so that SQS dead-letters it", async () => {
    const before = await known();
    world.fetching.answer = () => Promise.reject(unanswered());
    for (let receive = 1; receive <= 3; receive += 1) {
      expect(await worker.receive(MESSAGE(), receive, "sync")).toBe(false);
      world.clock.forward(HOUR);
    }
    expect(worker.waits).toEqual([38, 150, 600]);
    expect(log.lines("message_retried_later").map(({ code }) => code)).toEqual(Array(3).fill("unreachable"));
    expect(await worker.receive(MESSAGE(), 4, "sync")).toBe(false);
    const requested = world.fetching.pages.length;
    expect(requested).toBe(4);
    expect(await worker.receive(MESSAGE(), 5, "sync")).toBe(false);
    expect(worker.waits.slice(3)).toEqual([0, 0]);
    expect(world.fetching.pages).toHaveLength(requested);
    expect(await row()).toEqual(before);
    // After a redrive the attempts start from zero.
    show();
    expect(await worker.receive(MESSAGE(), 1, "sync")).toBe(true);
    expect(await world.attempts.readCount("sync")).toBe(0);
  });

  const WEEK = 7 * 24 * HOUR;

  /** Receives one message as often as it is retried. @returns whether SQS deletes it in the end */
  async function tried(id: string): Promise<boolean> {
    for (let receive = 1; receive <= 4; receive += 1) if (await worker.receive(MESSAGE(), receive, id)) return true;
    return false;
  }

  it.each([
    ["not_rendered", () => sourced({ html: skeletonDocument(ITEM) }), true],
    ["unreachable", () => Promise.reject(unanswered()), false],
  ])(
    "(%s) for a week ends the search for the time of sale, with the message's last attempt",
    async (_kind, answer, isDropped) => {
      await known({ sellingStatus: SOLD });
      // The page was not requested for so long that this check counts as the first failure.
      world.clock.forward(WEEK);
      world.fetching.answer = answer;
      expect(await tried("first")).toBe(isDropped);
      expect(await row()).toMatchObject({ soldOutAt: null, unreadableSince: expect.any(String) });
      const { unreadableSince } = (await row()) ?? {};
      expect(Date.parse(unreadableSince ?? "")).toBeGreaterThanOrEqual(at(WEEK).getTime());
      world.clock.forward(WEEK - MINUTE);
      expect(await tried("second")).toBe(isDropped);
      expect(await row()).toMatchObject({ soldOutAt: null, unreadableSince });
      world.clock.forward(MINUTE);
      expect(await tried("third")).toBe(true);
      expect(await row()).toMatchObject({ soldOutAt: at(0).toISOString(), unreadableSince: null, sellingStatus: SOLD });
      expect(await entry()).toBeUndefined();
    },
  );

  it("for a moment does not end the search: the next attempt may succeed", async () => {
    await known({ sellingStatus: SOLD, unreadableSince: at(0).toISOString() });
    world.clock.forward(2 * WEEK);
    world.fetching.answer = () => sourced({ status: 503 });
    expect(await worker.receive(MESSAGE(), 1, "retried")).toBe(false);
    expect(await row()).toMatchObject({ soldOutAt: null });
    show({ state: "sold_out", changedAgo: "3時間前" });
    expect(await worker.receive(MESSAGE(), 2, "retried")).toBe(true);
    const soldOutAt = new Date(world.clock.now().getTime() - 3 * HOUR).toISOString().slice(0, 15);
    expect(await row()).toMatchObject({ soldOutAt: expect.stringContaining(soldOutAt), unreadableSince: null });
  });

  it("(robots_forbidden) for a week ends the search, too: the page will never be read", async () => {
    await known({ sellingStatus: SOLD });
    world.fetching.answerRobots = () => robotsTxt(200, "User-agent: *\nDisallow: /item/\n");
    expect(await tried("first")).toBe(true);
    world.clock.forward(WEEK);
    expect(await tried("second")).toBe(true);
    expect(await row()).toMatchObject({ soldOutAt: at(0).toISOString() });
    expect(world.fetching.pages).toEqual([]);
  });

  it("(blocked) is not about the page, and so ends no search for a time of sale, even after a week", async () => {
    const before = await known({ sellingStatus: SOLD, unreadableSince: at(-WEEK).toISOString() });
    world.fetching.answer = () => sourced({ status: 403, html: challengeDocument });
    world.clock.forward(8 * 24 * HOUR);
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(log.lines("mercari_page").at(-1)).toMatchObject({ error_kind: "breaker_open" });
    expect(await row()).toEqual(before);
  });
});
