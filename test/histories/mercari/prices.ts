import type { MercariMessage } from "../../../lambdas/mercari/work/request-crawl.ts";
import { historyFeature } from "../feature.ts";
import { Site } from "../site.ts";
import { runHistory } from "../world.ts";
import { PriceHistory } from "./history.ts";
import type { PageRequest } from "./listings.ts";
import { Listings } from "./listings.ts";
import type { PriceInvoked } from "./steps.ts";
import { priceHistories } from "./steps.ts";
import { MERCARI_QUEUE } from "./system.ts";

/** Products: watched by administrators, crawled by the schedule and by requests, while listings come, change and go. */
export const prices = historyFeature("prices", priceHistories, (steps) => {
  const listings = new Listings();
  const site = new Site<PageRequest>((_title, request) => listings.answer(request));
  return runHistory<MercariMessage, PageRequest, PriceInvoked>(
    steps,
    { queue: MERCARI_QUEUE, site },
    (world) => new PriceHistory(world, listings),
  );
});
