import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { reconcilableFiles } from "../../../lambdas/shared/saved-items/reconcilable-files.ts";
import { sqsWorker } from "../../../lambdas/shared/work/worker.ts";
import { copyThumbnail } from "../../../lambdas/slides/copy-thumbnail.ts";
import type { FetchMessage } from "../../../lambdas/slides/fetch-message.ts";
import { fetchMessage, fetchMessageOf } from "../../../lambdas/slides/fetch-message.ts";
import { reconcilableStocks } from "../../../lambdas/slides/reconcile.ts";
import { deletedPictures } from "../../../lambdas/slides/stock-table.ts";
import type { FetchServices } from "../../../lambdas/slides/worker.ts";
import { fetchStock, giveUpStock } from "../../../lambdas/slides/worker.ts";
import { deletion } from "../../changes/deletion.ts";
import type { HttpRequest } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { response } from "../../shared/outbound/outbound-response.ts";
import { asTheyAre } from "../../shared/pictures/as-they-are.ts";
import type { PictureBucket } from "../../shared/pictures/picture-bucket.ts";
import { workRequest } from "../../shared/saved-items/work-request.ts";
import { decks } from "../../slides/deck-answers.ts";
import { deckUrl, pendingStock, slidesApi, slidesWorld } from "../../slides/slides-world.ts";
import type { FaultQueue } from "../fault-queue.ts";
import type { Entry, FaultFeature, FaultWorld } from "../feature.ts";
import { givenUp, late, message, request, schedule } from "../feature.ts";
import { brokenFetch } from "../outside.ts";
import { brokenPictures, judgedPictures, pictureSite, withoutBrokenPictures } from "../pictures.ts";
import { reconciler } from "../schedules.ts";
import type { System } from "../system.ts";
import { overtakenSave, savedOnceMore } from "./overtaken-save.ts";

const MAX_RECEIVES = 5;
const QUEUE = "oembed-fetch";

interface SlidesFaults extends FaultWorld {
  readonly stocks: FetchServices["items"];
  readonly queue: FaultQueue<FetchMessage>;
  readonly reconcile: () => Promise<unknown>;
  /** The status that the site answers. */
  site: number;
}

function start(system: System): SlidesFaults {
  const { clock, invocations } = system;
  const queue = system.queue<FetchMessage>({
    name: QUEUE,
    maxReceiveCount: MAX_RECEIVES,
    visibilityTimeout: 3 * MINUTE,
  });
  const services = { ...slidesWorld(invocations), clock, queue };
  const bucket = brokenPictures(invocations);
  const world: SlidesFaults = {
    system,
    tables: ["stocks", "idempotency_keys"],
    requestsOnce: true,
    send: slidesApi(services),
    stocks: services.items,
    queue,
    reconcile: reconciler(system, [
      reconcilableStocks(services.items, queue, clock),
      reconcilableFiles("deleted_pictures", deletedPictures(invocations.client, "stocks", bucket.store), clock),
    ]),
    site: 200,
    settled: withoutBrokenPictures,
    effects: async () => ({ pictures: await picturesIn(system, bucket) }),
  };
  queue.worker = sqsWorker({
    environment: {},
    message: fetchMessage,
    services: (): FetchServices => ({
      ...services,
      random: () => 0,
      maxReceiveCount: MAX_RECEIVES,
      attemptMs: 60_000,
      visibility: queue.visibility,
      fetch: brokenFetch(invocations, async () => ({ ...response(decks[0]?.answer), status: world.site })),
      thumbnailOf: (stock, named) =>
        copyThumbnail(stock, named, {
          fetch: brokenFetch(invocations, pictureSite),
          fitPictures: asTheyAre,
          pictures: bucket.store,
        }),
      deletePictures: (paths) => bucket.store.delete(paths),
    }),
    work: fetchStock,
    giveUp: giveUpStock,
  });
  return world;
}

/** The pictures that stocks name in vain, and those of no stock. */
async function picturesIn({ invocations: { client } }: System, bucket: PictureBucket) {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: "stocks", ConsistentRead: true }));
  const folders = Items.flatMap(({ folder, removed_folder }) => [folder, removed_folder].filter(Boolean));
  return judgedPictures(
    bucket,
    Items.map((item) => JSON.stringify(item)),
    folders,
  );
}

const stock = pendingStock("alice");
const params = { id: stock.id };
const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };
const SAVE: HttpRequest = {
  route: "POST /v1/stocks",
  body: { url: deckUrl(), memo: "for Friday", tags: ["birds"], saved_at: "2019-02-03T04:05:06.700Z" },
  headers: KEY,
};

const CHANGE: HttpRequest = {
  route: "PATCH /v1/stocks/{id}",
  params,
  body: { memo: "read it", tags: ["read"] },
};

/** The stock's state before an entry. */
const states = {
  pending: async ({ stocks }: SlidesFaults) => void (await stocks.create(stock, "creation-1")),
  failed: async ({ stocks, system }: SlidesFaults) => {
    await stocks.create(stock, "creation-1");
    await stocks.fail(stock, { code: "not_found" }, { workId: stock.workId, now: system.clock.now() });
  },
  deleted: async ({ stocks, system }: SlidesFaults) => {
    await stocks.create(stock, "creation-1");
    await stocks.delete(stock, deletion(system.clock.now()));
  },
  ready: async (world: SlidesFaults) => {
    await sent("pending")(world);
    await world.system.settle();
  },
  "deleted for a week": async (world: SlidesFaults) => {
    await states.ready(world);
    await world.stocks.delete(stock, deletion(world.system.clock.now()));
    world.system.clock.forward(7 * 24 * 60 * MINUTE);
  },
  "pending for long": async ({ stocks, system }: SlidesFaults) => {
    await stocks.create(stock, "creation-1");
    await stocks.postponeReconcile(stock, system.clock.now(), 3);
  },
};
type State = keyof typeof states;

/** The same with the stock's message in the queue. */
function sent(state: State, site = 200, receives = 0) {
  return async (world: SlidesFaults) => {
    await states[state](world);
    world.site = site;
    await world.queue.send(fetchMessageOf(stock), "correlation-1");
    world.queue.receivedBefore(receives);
  };
}

const later = (state: State) => async (world: SlidesFaults) => {
  await states[state](world);
  world.system.clock.forward(11 * MINUTE);
};

/** The fetch of the deck is given up, and requested once more. */
async function refetched({ stocks, queue, system }: SlidesFaults): Promise<void> {
  await stocks.fail(stock, { code: "not_found" }, { workId: stock.workId, now: system.clock.now() });
  await stocks.requestWork(stock, workRequest("fetch-2", system.clock.now()));
  await queue.send(fetchMessageOf({ ...stock, workId: "fetch-2" }), "correlation-2");
}

const NEWER = {
  "a newer fetch that is requested": refetched,
  "a newer fetch that has ended": async (world: SlidesFaults) => {
    await refetched(world);
    await world.queue.deliver();
  },
  "another worker, which ends the same fetch": async ({ stocks, system }: SlidesFaults) => {
    system.clock.forward(1);
    const facts = { title: "Fetched meanwhile", authorName: null, embedUrl: "https://deck.example/" };
    return (await stocks.complete(stock, facts, { workId: stock.workId, now: system.clock.now() })) !== null;
  },
  "the stock's deletion": ({ stocks, system }: SlidesFaults) => stocks.delete(stock, deletion(system.clock.now())),
  "a change of the stock": { happens: ({ send }: SlidesFaults) => send(CHANGE), stays: /"memo":"read it"/g },
};

const SAVED = overtakenSave<SlidesFaults>(
  SAVE,
  { change: CHANGE, stays: /"memo":"read it"/g },
  ({ stocks }, deletion) => stocks.delete(stock, deletion),
);

const overtakable = (entry: Entry<SlidesFaults>) => ({ ...entry, overtakenBy: NEWER });

/** The entries of stocks. */
export const slides: FaultFeature<SlidesFaults> = {
  name: "slides",
  start,
  entries: [
    { ...request(SAVE, "the deck is new"), overtakenBy: SAVED },
    request(SAVE, "the deck is saved, and being fetched", states.pending),
    request(SAVE, "the deck is saved, and fetched", states.ready),
    request(SAVE, "the fetch of the deck has failed", states.failed),
    { ...request(SAVE, "the stock was deleted", states.deleted), overtakenBy: SAVED },
    request({ route: "GET /v1/stocks" }, "there is a stock", states.ready),
    request({ route: "GET /v1/stocks/{id}", params }, "there is a stock", states.ready),
    request(CHANGE, "the deck is fetched", states.ready),
    request({ route: "GET /v1/stocks", query: { tag: "birds" } }, "there is a stock with another tag", states.ready),
    {
      ...request({ route: "DELETE /v1/stocks/{id}", params }, "the deck is fetched", states.ready, [404]),
      overtakenBy: {
        "a save of what it has deleted": {
          happens: async ({ stocks, send }) => (await stocks.get(stock)) === null && send(savedOnceMore(SAVE)),
          stays: /"status":"pending"/g,
        },
      },
    },
    request({ route: "POST /v1/stocks/{id}/refetch", params }, "the fetch has failed", states.failed, [409]),
    request({ route: "POST /v1/stocks/{id}/refetch", params }, "the deck is being fetched", states.pending),
    overtakable(message(QUEUE, "the site answers", sent("pending"))),
    late(message(QUEUE, "the deck is fetched", sent("ready"))),
    late(message(QUEUE, "the fetch has failed, and the message comes once more", sent("failed", 200, 1))),
    overtakable(message(QUEUE, "the deck does not exist", sent("pending", 404))),
    // Only its first receive may process it again (docs/decisions/0003-attempts-and-receives.md).
    overtakable(message(QUEUE, "the fetch has failed, and the message is redriven", sent("failed"), true)),
    overtakable(message(QUEUE, "the site is down", sent("pending", 503))),
    givenUp(overtakable(message(QUEUE, "the site is down at the last attempt", sent("pending", 503, 3)))),
    overtakable(schedule("reconcile", "a stock is overdue", ({ reconcile }) => reconcile(), later("pending"))),
    {
      ...schedule(
        "reconcile",
        "a stock was deleted a week ago",
        ({ reconcile }) => reconcile(),
        states["deleted for a week"],
      ),
      overtakenBy: {
        "a save of the deleted one": {
          happens: ({ send }) => send(savedOnceMore(SAVE)),
          stays: /^.*"status":"pending".*$/g,
        },
      },
    },
    overtakable(
      schedule(
        "reconcile",
        "a stock is overdue for the last time",
        ({ reconcile }) => reconcile(),
        later("pending for long"),
      ),
    ),
  ],
};
