import { randomUUID } from "node:crypto";
import { beforeEach } from "vitest";
import type { OutboundRequest, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { fetchMessage, fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import type { StockTable } from "../../lambdas/slides/stock-table.ts";
import { fetchStock, giveUpStock } from "../../lambdas/slides/worker.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import type { ReceivedMessage } from "../emulators/sqs-event.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { newUser } from "../emulators/test-clock.ts";
import { notedVisibility } from "../emulators/test-queue.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import { decks } from "./deck-answers.ts";
import { pendingStock, slidesWorld } from "./slides-world.ts";

/** A deck of each provider. */
export const [speakerDeck, docswell, google] = decks as [(typeof decks)[0], (typeof decks)[0], (typeof decks)[0]];
/** The number of receives after which SQS dead-letters a message of the queue. */
export const MAX_RECEIVES = 5;

/** The table, the clock and a user of the current test. */
export let stocks: StockTable;
export let clock: TestClock;
export let user: string;

/** Creates them for each test, with one table for all tests of the file. */
export function workerOfEachTest(): void {
  dynamoOfFile();
  beforeEach(() => {
    ({ items: stocks, clock } = slidesWorld(dynamo));
    user = newUser();
  });
}

type Answer = (request: OutboundRequest) => Promise<OutboundResponse> | OutboundResponse;

/** The slides worker with the emulated table and a provider that the test scripts. */
export function worker(
  answer: Answer,
  {
    random = 0,
    thumbnail = null,
    isThere = false,
  }: { random?: number; thumbnail?: string | null; isThere?: boolean } = {},
) {
  const fetched: string[] = [];
  const waits: number[] = [];
  const pictures: (string | null)[] = [];
  const deletedPictures: string[] = [];
  const handler = sqsWorker({
    environment: {},
    message: fetchMessage,
    services: () => ({
      items: stocks,
      clock,
      newId: randomUUID,
      random: () => random,
      async thumbnailOf(_stock: Stock, named: string | null) {
        pictures.push(named);
        return thumbnail === null ? null : { path: thumbnail, isNew: !isThere };
      },
      deletePictures: async (paths: readonly string[]) => void deletedPictures.push(...paths),
      attemptMs: 30_000,
      maxReceiveCount: MAX_RECEIVES,
      visibility: notedVisibility(waits),
      async fetch(request: OutboundRequest) {
        fetched.push(String(request.url));
        return answer(request);
      },
    }),
    work: fetchStock,
    giveUp: giveUpStock,
  });
  return {
    /** The requested addresses. */
    fetched,
    /** The visibility time-outs that were set, in seconds. */
    waits,
    /** The pictures that the providers' answers named for thumbnails; null for one that named none. */
    pictures,
    /** The paths of the copies of pictures that were deleted. */
    deletedPictures,
    /** @returns whether SQS deletes the message */
    async receive(message: ReceivedMessage): Promise<boolean> {
      const { batchItemFailures } = await handler(sqsEvent(message));
      return batchItemFailures.length === 0;
    },
    handler,
  };
}

/** The worker, whose provider gives a response with these changes. */
export const answering = (changes: Partial<OutboundResponse>) => worker(() => response(changes));
/** The worker, whose provider gives a good response. */
export const good = () => answering(speakerDeck.answer);

/** The worker, whose request fails. */
export function failing(error: unknown) {
  return worker(() => {
    throw error;
  });
}

/** A pending stock in the table. */
export async function saved(deck = speakerDeck, owner = user): Promise<Stock> {
  const stock = pendingStock(owner, { provider: deck.provider, canonicalUrl: deck.canonicalUrl });
  await stocks.create(stock, "creation-1");
  return stock;
}

/** A failed one. */
export async function failed(deck = speakerDeck): Promise<Stock> {
  const stock = await saved(deck);
  await stocks.fail(stock, { code: "not_found" }, { workId: stock.workId, now: clock.now() });
  return stock;
}

/** The message of a stock's fetch. */
export const messageOf = (stock: Stock) => ({ body: fetchMessageOf(stock) });
