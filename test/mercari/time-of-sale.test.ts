import { expect, it } from "vitest";
import { SOLD } from "../../lambdas/mercari/domain/crawl-result.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { crawl, HOUR, listingPage, rowsOf, showPages } from "./crawl-world.ts";
import { crawledProductOfEachTest, product, worker, world } from "./crawled-product.ts";
import { listed } from "./readers/page-answers.ts";

capturedLog();
crawledProductOfEachTest();

const LISTING = listed({ id: "m10000000001", price: 1_000 });

it.each<[what: string, changedAgo: string, minutesBefore: number]>([
  ["the time on its page", "20分前", 20],
  ["the time of that crawl, if its page tells one before it was last seen on sale", "2時間前", 0],
  ["the time of that crawl, if its page tells none", "半年以上前", 0],
])(
  "a listing that is sold between two crawls was sold at %s, and has no time before",
  async (_what, changedAgo, before) => {
    showPages(world, [[LISTING]]);
    await crawl(world, product.id);
    const entry = await world.watch.get(product.id, LISTING.id);
    if (entry === null) throw new Error("The listing is not watched.");
    // As after a check a moment ago: the same crawl requests the page, however recently it was read.
    await world.watch.set(product.id, [{ ...entry, dueAt: entry.dueAt + 6 * 3_600 }]);
    world.clock.forward(HOUR);
    const sold = { ...LISTING, state: "sold_out", changedAgo } as const;
    showPages(world, [[sold]]);
    await crawl(world, product.id);
    const row = async () => (await rowsOf(world, product.id)).get(LISTING.id);
    expect(await row()).toMatchObject({ sellingStatus: SOLD, soldOutAt: null });
    const crawledAt = Date.parse((await row())?.updatedAt ?? "");
    world.fetching.answer = () => listingPage(sold);
    await worker.drain();
    const soldAt = Date.parse((await row())?.soldOutAt ?? "");
    // The page is read a moment after the crawl.
    expect(Math.ceil((crawledAt - soldAt) / MINUTE)).toBe(before);
  },
);
