import { randomUUID } from "node:crypto";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { fetchMessage, fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import { fetchStock, giveUpStock } from "../../lambdas/slides/worker.ts";
import { startSlideSites } from "../../lib/local/sites/slide-sites.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import { newUser } from "../emulators/test-clock.ts";
import { deckUrl, pendingStock, slidesWorld } from "../slides/slides-world.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { withoutLog } from "./without-log.ts";

const ROUNDS = 13;
/** The number of messages in the largest batch of the worker of decks. */
const BATCH = 10;
/** How long the site takes to answer, in milliseconds. */
const ANSWER_MS = 200;
/** Any public address: the fetch refuses a name with another one. */
const PUBLIC_ADDRESS = "93.184.216.34";

/** The worker of decks with a site that takes 200 ms: a batch of ten messages, compared with a batch of one. */
export function workerBatch(): Promise<readonly Figure[]> {
  return withoutLog(measured);
}

async function measured(): Promise<readonly Figure[]> {
  const [dynamo, sites] = await Promise.all([startDynamo(), startSlideSites()]);
  try {
    sites.fault("/", { kind: "slow_headers", ms: ANSWER_MS });
    const { items: stocks, clock } = slidesWorld(dynamo);
    const fetch = createOutboundFetch({
      lookup: async () => [PUBLIC_ADDRESS],
      dial: () => ({ addresses: ["127.0.0.1"], port: sites.port }),
    });
    const handler = sqsWorker({
      environment: {},
      message: fetchMessage,
      services: () => ({
        items: stocks,
        clock,
        // The simulated site speaks http.
        fetch: (request) => fetch({ ...request, url: String(request.url).replace(/^https:/, "http:") }),
        thumbnailOf: async () => null,
        deletePictures: async () => undefined,
        newId: randomUUID,
        random: Math.random,
        attemptMs: 30_000,
        maxReceiveCount: 5,
        visibility: { change: () => Promise.reject(new Error("A message is retried.")) },
      }),
      work: fetchStock,
      giveUp: giveUpStock,
    });
    const batchOf = (size: number) => async () => {
      const user = newUser();
      const pending = Array.from({ length: size }, (_, deck) =>
        pendingStock(user, { canonicalUrl: deckUrl(`deck-${deck}`) }),
      );
      for (const stock of pending) await stocks.create(stock, "creation-1");
      const messages = pending.map((stock, index) => ({ id: `message-${index}`, body: fetchMessageOf(stock) }));
      const began = performance.now();
      const { batchItemFailures } = await handler(sqsEvent(...messages));
      const time = performance.now() - began;
      if (batchItemFailures.length > 0) throw new Error(`${batchItemFailures.length} messages failed.`);
      return time;
    };
    const times = await interleaved(ROUNDS, { ten: batchOf(BATCH), one: batchOf(1) });
    return [
      {
        name: `batch of ${BATCH} messages, a site's answer takes ${ANSWER_MS} ms`,
        unit: "ms",
        ours: median(times.ten),
        against: "a batch of one",
        theirs: median(times.one),
        aim: 1.3,
      },
    ];
  } finally {
    await Promise.all([dynamo.close(), sites.close()]);
  }
}

if (import.meta.main) printFigures(await workerBatch());
