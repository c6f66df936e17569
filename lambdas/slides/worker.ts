import { randomUUID } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { log } from "../shared/log.ts";
import { objectClient } from "../shared/objects/object-client.ts";
import type { OutboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { fitPictures } from "../shared/pictures/fit-pictures.ts";
import type { StoredPicture } from "../shared/pictures/picture-store.ts";
import { PictureStore } from "../shared/pictures/picture-store.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { givingUp } from "../shared/work/give-up.ts";
import { Discard, outcomeOfFailure } from "../shared/work/message-outcome.ts";
import { postponeReconcileFor, reconcileAfter, reconcileAfterWait } from "../shared/work/reconcile.ts";
import { hasFailed, isProcessable } from "../shared/work/redriven.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { ReceivedMessage, WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker, workerServices } from "../shared/work/worker.ts";
import { copyThumbnail } from "./copy-thumbnail.ts";
import { endFetch } from "./end-fetch.ts";
import type { FetchMessage } from "./fetch-message.ts";
import { fetchMessage, fetchMessageSubject } from "./fetch-message.ts";
import { fetchMetadata } from "./fetch-metadata.ts";
import { moveStock } from "./move-stock.ts";
import type { Stock } from "./stock.ts";
import type { StockTable } from "./stock-table.ts";
import { stockTable } from "./stock-table.ts";
import { workerUses } from "./uses.ts";

export interface FetchServices extends WorkerServices {
  readonly items: StockTable;
  readonly fetch: OutboundFetch;
  readonly thumbnailOf: (stock: Stock, named: string | null) => Promise<StoredPicture | null>;
  readonly deletePictures: PictureStore["delete"];
  readonly clock: Clock;
  readonly newId: () => string;
  readonly random: () => number;
  /** The longest time that one attempt can take, in milliseconds, never scaled. */
  readonly attemptMs: number;
}

/** The waits between four attempts: 20, 60 and 180 s, each with up to 50 % jitter. A site may ask for up to an hour. */
export const BACK_OFF = { first: 20, factor: 3, longest: 3_600 };

function services(env: Environment<typeof workerUses>): FetchServices {
  const pictures = new PictureStore(objectClient(), env.SITE_BUCKET);
  return {
    items: stockTable(documentClient(), env.STOCKS_TABLE),
    ...workerServices(env, env.OEMBED_FETCH_QUEUE_URL),
    attemptMs: env.ATTEMPT_SECONDS * 1_000,
    fetch: outboundFetch,
    thumbnailOf: (stock, named) => copyThumbnail(stock, named, { fetch: outboundFetch, fitPictures, pictures }),
    deletePictures: (paths) => pictures.delete(paths),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
    random: Math.random,
  };
}

/** Fetches a deck's metadata and makes its stock `ready`. A late or duplicate message does nothing. */
export async function fetchStock(
  message: FetchMessage,
  services: FetchServices,
  received: ReceivedMessage,
): Promise<void> {
  const { items, clock } = services;
  const stock = await findProcessableStock(message, services, received);
  if (stock === null) {
    log.info("fetch_not_needed", { stock_id: message.stockId, correlation_id: received.correlationId });
    return;
  }
  const pending = { table: items, clock };
  const postponed = await postponeReconcileFor(stock, services.attemptMs, pending);
  const outcome = await fetchMetadata(stock, services.fetch);
  if (outcome.kind !== "metadata") {
    const thrown = outcomeOfFailure(outcome, BACK_OFF, received, services.random());
    if (thrown instanceof Discard) throw thrown;
    const waitMs = thrown.delaySeconds * 1_000;
    // Reconcile was postponed until the end of the attempt. Now it is postponed until the end of the wait, and no longer, in
    // case the message is lost.
    if (postponed) await items.postponeReconcile(stock, reconcileAfterWait(waitMs, clock), stock.reconcileRounds);
    else await postponeReconcileFor(stock, clock.wait(waitMs), pending);
    throw thrown;
  }
  const { movedTo: canonicalUrl = stock.canonicalUrl } = outcome;
  if (canonicalUrl !== stock.canonicalUrl) await moveStock(stock, canonicalUrl, services);
  // A deck that its provider does not show has no page with a picture, either.
  const isShown = outcome.titleAbsence === undefined;
  const thumbnail = isShown ? await services.thumbnailOf({ ...stock, canonicalUrl }, outcome.pictureUrl ?? null) : null;
  const facts = { ...outcome.metadata, ...(thumbnail && { thumbnailPath: thumbnail.path }) };
  const saved = await items.complete(stock, facts, { workId: stock.workId, now: clock.now() });
  // The person was deleted or moved meanwhile: no item names a picture that was not there before.
  if (saved === null && thumbnail?.isNew && (await items.isErased(stock)))
    await services.deletePictures([thumbnail.path]);
  log.info("stock_fetched", {
    stock_id: stock.id,
    provider: stock.provider,
    correlation_id: received.correlationId,
    saved: saved !== null,
    ...(outcome.titleAbsence === undefined ? {} : { title_absence: outcome.titleAbsence }),
  });
}

/** The stock of a message, if its fetch is still pending. The stock of a redriven message is made pending again. */
async function findProcessableStock(
  message: FetchMessage,
  { items, clock }: FetchServices,
  received: ReceivedMessage,
): Promise<Stock | null> {
  const stock = await items.get({ userId: message.userId, id: message.stockId });
  if (!isProcessable(stock, message.fetchId, received)) return null;
  if (stock.status === "pending") return stock;
  const now = clock.now();
  return items.moveWork(stock, "reopen", { workId: stock.workId, now, reconcileAt: reconcileAfter(now, clock) });
}

/**
 * Ends a stock whose message is given up: `failed`, or `ready` without a title if the URL alone determines the embed URL.
 */
export const giveUpStock = givingUp({
  message: fetchMessage,
  subject: fetchMessageSubject,
  async end(stock, { code, correlationId }, { items, clock }: FetchServices, message) {
    const about = { stock_id: stock.id, correlation_id: correlationId };
    const ended = await endFetch(items, stock, message, code, clock.now());
    if (ended.status === "unchanged") return null;
    if (ended.status === "ready") {
      log.warn("stock_ready_without_title", { ...about, title_absence: ended.titleAbsence });
      return "delete_message";
    }
    log.warn("stock_failed", { ...about, code });
    return "return_message";
  },
  isFailed: async (stock, { items }) => hasFailed(await items.get(stock), stock.workId),
});

export const handler = await warmUpHandler(
  sqsWorker({
    environment: workerUses,
    message: fetchMessage,
    services,
    work: fetchStock,
    giveUp: giveUpStock,
  }),
  sampleBatch({
    schemaVersion: 1,
    userId: "warm-up",
    stockId: "warm-up",
    fetchId: "warm-up",
    provider: "speakerdeck",
    originalUrl: "https://speakerdeck.com/warm/up",
    canonicalUrl: "https://speakerdeck.com/warm/up",
  }),
);
