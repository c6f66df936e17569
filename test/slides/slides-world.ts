import { IdempotencyTable } from "../../lambdas/shared/idempotency/idempotency-table.ts";
import { UserLimits } from "../../lambdas/shared/idempotency/user-limits.ts";
import { writtenIn } from "../../lambdas/shared/saved-items/user-fields.ts";
import { operations } from "../../lambdas/slides/api.ts";
import type { FetchMessage } from "../../lambdas/slides/fetch-message.ts";
import type { SlidesServices } from "../../lambdas/slides/operations.ts";
import { slidesRoutes } from "../../lambdas/slides/routes.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { newStock } from "../../lambdas/slides/stock.ts";
import type { WrittenOfStock } from "../../lambdas/slides/stock-fields.ts";
import { STOCK_FIELDS } from "../../lambdas/slides/stock-fields.ts";
import { stockTable } from "../../lambdas/slides/stock-table.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { featureApi } from "../emulators/feature-api.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { START, testClock } from "../emulators/test-clock.ts";
import type { TestQueue } from "../emulators/test-queue.ts";
import { testIds, testQueue } from "../emulators/test-queue.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";

/** The services of the operations on stocks, with an emulated table. */
export interface SlidesWorld extends SlidesServices {
  readonly clock: TestClock;
  readonly queue: TestQueue<FetchMessage>;
}

export function slidesWorld({ client }: Pick<TestDynamo, "client">): SlidesWorld {
  return {
    items: stockTable(client, "stocks"),
    idempotencyKeys: new IdempotencyTable(client, "idempotency_keys"),
    limits: new UserLimits(client, "idempotency_keys"),
    clock: testClock(),
    queue: testQueue(),
    newId: testIds(),
    siteUrl: SITE,
  };
}

/** The site's address. */
export const SITE = "https://alice.example";

/** The address of a deck on Speaker Deck. */
export function deckUrl(slug = "a-deck"): string {
  return `https://speakerdeck.com/alice/${slug}`;
}

/** A new stock, pending the fetch `fetch-1` since the start. */
export function pendingStock(
  userId: string,
  {
    canonicalUrl = deckUrl(),
    workId = "fetch-1",
    now = START,
    provider = "speakerdeck",
    memo = null,
    tags = [],
  }: Partial<Pick<Stock, "canonicalUrl" | "workId" | "provider" | "memo" | "tags"> & { now: Date }> = {},
): Stock {
  return newStock(
    { provider, canonicalUrl, originalUrl: `${canonicalUrl}?from=mail` },
    { userId, ...writtenIn<WrittenOfStock>(STOCK_FIELDS, { memo, tags }) },
    { at: now, savedAt: null },
    workRequest(workId, now),
  );
}

export const metadata = {
  title: "A deck",
  authorName: "Alice",
  embedUrl: "https://speakerdeck.com/player/0123456789abcdef0123456789abcdef",
};

/** The feature's HTTP function with a world's services, built like the deployed entry. */
export function slidesApi(world: SlidesServices): (request: HttpRequest) => Promise<HttpAnswer> {
  return featureApi(slidesRoutes, operations, world);
}
