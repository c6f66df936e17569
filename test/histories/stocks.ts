import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import type { FetchMessage } from "../../lambdas/slides/fetch-message.ts";
import { fetchMessage } from "../../lambdas/slides/fetch-message.ts";
import { reconcilableStocks } from "../../lambdas/slides/reconcile.ts";
import type { FetchServices } from "../../lambdas/slides/worker.ts";
import { fetchStock, giveUpStock } from "../../lambdas/slides/worker.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { deckUrl, slidesApi, slidesWorld } from "../slides/slides-world.ts";
import { historyFeature } from "./feature.ts";
import { apiOfItems } from "./item-api.ts";
import type { SavedItemFeature, SavedItemSystem } from "./saved-item-history.ts";
import { runSavedItemHistory } from "./saved-item-history.ts";
import { savedItemHistories } from "./saved-item-steps.ts";
import type { HistoryWorld } from "./world.ts";

const MAX_RECEIVE_COUNT = 5;

function system({ actors, clock, queue, site }: HistoryWorld<FetchMessage>): SavedItemSystem {
  const services = { ...slidesWorld(actors), clock, queue };
  return {
    ...apiOfItems(slidesApi(services), {
      path: "/v1/stocks",
      list: "stocks",
      again: "refetch",
      idOf: derivedId,
      text: "memo",
      item: ({ canonical_url, status }) => ({ subject: canonical_url, status }),
    }),
    worker: sqsWorker({
      environment: {},
      message: fetchMessage,
      services: (): FetchServices => ({
        ...services,
        random: () => 0,
        thumbnailOf: async () => null,
        deletePictures: async () => undefined,
        maxReceiveCount: MAX_RECEIVE_COUNT,
        attemptMs: 30_000,
        visibility: queue.visibility,
        fetch: () => actors.outside(async () => site.answer()),
      }),
      work: fetchStock,
      giveUp: giveUpStock,
    }),
    reconcilable: reconcilableStocks(services.items, queue, clock),
    judge: async () => undefined,
  };
}

const feature: SavedItemFeature<FetchMessage> = {
  rules: { savingRevives: true },
  queue: { maxReceiveCount: MAX_RECEIVE_COUNT, visibilityTimeout: 3 * MINUTE },
  site: (title) => ({
    mediaType: "application/json",
    body: Buffer.from(
      JSON.stringify({
        type: "rich",
        version: 1,
        title,
        html: '<iframe src="https://speakerdeck.com/player/0123456789abcdef0123456789abcdef"></iframe>',
      }),
    ),
  }),
  system,
};

/** Stocks: saved, changed, deleted and fetched again, by two users. */
export const stocks = historyFeature(
  "stocks",
  savedItemHistories({
    subjects: [deckUrl("one"), deckUrl("two")],
    isKeyRequired: false,
    others: ["delete", "again", "read"],
    merges: 0,
    places: 0,
  }),
  (steps) => runSavedItemHistory(feature, steps),
);
