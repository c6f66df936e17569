import { beforeEach, describe, expect, it } from "vitest";
import { ON_SALE } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { requestCrawl } from "../../../lambdas/mercari/work/request-crawl.ts";
import { deletedDocument, skeletonDocument } from "../../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { crawl, HOUR, listingPage, showPages } from "../crawl-world.ts";
import {
  crawledProductOfEachTest,
  item,
  messageOf,
  product,
  rowOf,
  rows,
  there,
  watched,
  watchInstead,
  worker,
  world,
} from "../crawled-product.ts";
import { sourced } from "../fetch-world.ts";

/** The waits that the code measures itself are a hundred times shorter: an hour lasts 36 seconds. */
const SCALE = 0.01;
const scaled = (milliseconds: number) => milliseconds * SCALE;

const log = capturedLog();
crawledProductOfEachTest();
beforeEach(() => {
  world.clock.wait = scaled;
});

const now = () => world.clock.now().getTime();
const afterScaled = (milliseconds: number) => Math.floor((now() + scaled(milliseconds)) / 1_000);
const receive = (number: number) => worker.receive(messageOf(number));

describe("a scale of waits shortens", () => {
  it("the six hours between two checks of a listing", async () => {
    showPages(world, [[item(1), item(2, { state: "sold_out" })]]);
    await crawl(world, product.id);
    expect((await watched()).get(item(2).id)?.dueAt).toBe(afterScaled(6 * HOUR));
    world.fetching.answer = () => listingPage(item(1));
    await receive(1);
    expect((await watched()).get(item(1).id)?.dueAt).toBe(afterScaled(6 * HOUR));
  });

  it("the hour after which a deletion is believed, and that of the deletion limit", async () => {
    showPages(world, [[item(1), item(2)]]);
    await crawl(world, product.id);
    world.fetching.answer = (url) => sourced({ url, html: deletedDocument });
    for (const number of [1, 2]) await receive(number);
    expect((await watched()).get(item(2).id)?.dueAt).toBe(afterScaled(HOUR));
    world.clock.forward(scaled(2 * HOUR));
    for (const number of [1, 2]) await receive(number);
    expect([...(await rows()).keys()]).toEqual([item(2).id]);
    expect(log.lines("mercari_deletions_stopped")).toHaveLength(1);
    world.clock.forward(scaled(HOUR));
    await receive(2);
    expect((await rows()).size).toBe(0);
  });

  it("the week in which a page must be read once", async () => {
    showPages(world, [[item(1, { state: "sold_out" })]]);
    await crawl(world, product.id);
    world.fetching.answer = () => sourced({ html: skeletonDocument(item(1)) });
    for (const wait of [0, scaled(7 * 24 * HOUR)]) {
      expect((await rowOf(1)).soldOutAt).toBeNull();
      world.clock.forward(wait);
      await receive(1);
    }
    expect((await rowOf(1)).soldOutAt).not.toBeNull();
  });

  it("the quarter of an hour in which an offer's row may still be stored", async () => {
    await watchInstead({}, { alert: { below: 1_000, newLowest: false }, seenWhole: true });
    const { id: externalId, name } = item(1);
    const notedAt = world.clock.now().toISOString();
    const offer = { externalId, name, price: 1, sellingUrl: "https://jp.mercari.com/", isLowest: false, notedAt };
    await world.offers.note(product.id, offer);
    showPages(world, [[item(2)]]);
    for (const [wait, left] of [
      [14, 1],
      [2, 0],
    ] as const) {
      world.clock.forward(scaled(wait * MINUTE));
      await crawl(world, product.id);
      expect(await world.offers.listNoted(product.id)).toHaveLength(left);
    }
  });

  it("the lease of a product, and the times until reconcile sends its message again", async () => {
    await requestCrawl(product, "correlation-1", world);
    expect((await there()).pending?.reconcileAt).toBe(new Date(now() + scaled(10 * MINUTE)).toISOString());
    world.fetching.answer = async () => {
      const { lease, pending } = await there();
      expect(lease?.until).toBe(at(scaled(MINUTE)).toISOString());
      expect(pending?.reconcileAt).toBe(at(scaled(11 * MINUTE)).toISOString());
      return sourced({ status: 502 });
    };
    expect(await crawl(world, product.id)).toMatchObject({ errorKind: "http_error" });
    // Ten minutes after the longest wait of its message, fifteen minutes.
    const reconcileAt = Date.parse((await there()).pending?.reconcileAt ?? "");
    expect(reconcileAt).toBeGreaterThan(now() + scaled(15 * MINUTE));
    expect(reconcileAt).toBeLessThan(now() + scaled(HOUR));
  });
});

it("a page that states a deletion is no sight of its listing", async () => {
  showPages(world, [[item(1)]]);
  await crawl(world, product.id);
  const { seenAt } = (await watched()).get(item(1).id) ?? {};
  world.clock.forward(HOUR);
  world.fetching.answer = (url) => sourced({ url, html: deletedDocument });
  await receive(1);
  expect((await watched()).get(item(1).id)).toMatchObject({ sellingStatus: ON_SALE, seenAt });
});
