import type { Clock } from "../../lambdas/shared/clock.ts";
import { httpApi } from "../../lambdas/shared/http-api.ts";
import type { Queue } from "../../lambdas/shared/queue.ts";
import { createStock } from "../../lambdas/slides/create-stock.ts";
import { deleteStock } from "../../lambdas/slides/delete-stock.ts";
import type { FetchMessage } from "../../lambdas/slides/fetch-message.ts";
import { getStock } from "../../lambdas/slides/get-stock.ts";
import { listStocks } from "../../lambdas/slides/list-stocks.ts";
import { refetchStock } from "../../lambdas/slides/refetch-stock.ts";
import { slidesRoutes } from "../../lambdas/slides/routes.ts";
import type { SlidesServices } from "../../lambdas/slides/services.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { newStock } from "../../lambdas/slides/stock.ts";
import { StockTable } from "../../lambdas/slides/stock-table.ts";
import { updateStock } from "../../lambdas/slides/update-stock.ts";
import type { DynamoEmulator } from "../emulators/dynamo.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import { answerTo } from "../emulators/http-event.ts";

export const MINUTE = 60_000;
export const START = new Date("2026-11-20T03:00:00.000Z");

/** A moment so many milliseconds after the start of every test. */
export function at(milliseconds: number): Date {
  return new Date(START.getTime() + milliseconds);
}

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  forward(milliseconds: number): void;
}

function testClock(scale = 1): TestClock {
  let passed = 0;
  return {
    now: () => at(passed),
    wait: (milliseconds) => milliseconds * scale,
    forward(milliseconds) {
      passed += milliseconds;
    },
  };
}

/** A queue that keeps what it is sent; `failure` makes every send fail. */
export interface TestQueue extends Queue<FetchMessage> {
  readonly sent: { readonly message: FetchMessage; readonly correlationId: string }[];
  failure: Error | null;
}

function testQueue(): TestQueue {
  const sent: TestQueue["sent"] = [];
  return {
    sent,
    failure: null,
    async send(message, correlationId) {
      if (this.failure !== null) throw this.failure;
      sent.push({ message, correlationId });
    },
  };
}

/** The services of the operations on stocks, over an emulated table. */
export interface SlidesWorld extends SlidesServices {
  readonly clock: TestClock;
  readonly fetchQueue: TestQueue;
}

export function slidesWorld({ client, table }: Pick<DynamoEmulator, "client" | "table">): SlidesWorld {
  let ids = 0;
  return {
    stocks: new StockTable(client, table),
    clock: testClock(),
    fetchQueue: testQueue(),
    newId: () => {
      ids += 1;
      return `fetch-${ids}`;
    },
  };
}

/** A user that no other test has, so that tests share a table and not its content. */
export function newUser(): string {
  users += 1;
  return `user-${users}`;
}
let users = 0;

/** The address of a deck on Speaker Deck. */
export function deckUrl(slug = "a-deck"): string {
  return `https://speakerdeck.com/alice/${slug}`;
}

/** A new stock, pending the fetch `fetch-1` since the start. */
export function pendingStock(
  userId: string,
  {
    canonicalUrl = deckUrl(),
    fetchId = "fetch-1",
    now = START,
    provider = "speakerdeck",
  }: Partial<Pick<Stock, "canonicalUrl" | "fetchId" | "provider"> & { now: Date }> = {},
): Stock {
  return newStock(
    { provider, canonicalUrl, originalUrl: `${canonicalUrl}?from=mail` },
    { userId, memo: null },
    { fetchId, now, graceMilliseconds: 10 * MINUTE },
  );
}

export const metadata = {
  title: "A deck",
  authorName: "Alice",
  thumbnailUrl: null,
  embedUrl: "https://speakerdeck.com/player/0123456789abcdef0123456789abcdef",
};

/** The slides feature's function over a world's services, as the deployed entry puts it together. */
export function slidesApi(world: SlidesServices): (request: HttpRequest) => Promise<HttpAnswer> {
  const handler = httpApi({
    routes: slidesRoutes,
    environment: {},
    services: () => world,
    operations: { createStock, listStocks, getStock, updateStock, deleteStock, refetchStock },
  });
  return (request) => answerTo(handler, request);
}
