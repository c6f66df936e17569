import { created, ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { Rejected, writeConflict } from "../shared/http/rejected.ts";
import type { CreationResult } from "../shared/idempotency/once.ts";
import { once } from "../shared/idempotency/once.ts";
import { pastMoment } from "../shared/saved-items/saved-at.ts";
import { parseDeckUrl } from "./deck-url.ts";
import { newFetchRequest, sendFetch } from "./request-fetch.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";
import type { Stock } from "./stock.ts";
import { newStock } from "./stock.ts";
import { stockAnswer } from "./stock-answer.ts";

/** Saves a deck once: further requests get the existing stock; the fetch of a failed stock is requested again. */
export const createStock: Operation<typeof slidesRoutes.createStock, SlidesServices> = (request, services) => {
  const deck = parseDeckUrl(request.body.url);
  if (!deck.ok) throw new Rejected(400, deck.code, deck.detail);
  const savedAt = pastMoment(request.body.saved_at, services.clock.now());
  const { memo, tags } = request.body;
  const owner = { userId: request.caller.userId, memo, tags };

  return once(request, services, async (creation, now) => {
    const fetchRequest = newFetchRequest(services);
    const stock = newStock({ ...deck, originalUrl: request.body.url }, owner, { ...creation, savedAt }, fetchRequest);
    // A repetition of days later answers as the first request would have, but what it writes changes now.
    const updatedAt = now.toISOString();
    // Another request may delete the stock or request its fetch between two calls of this one; then the stock's state is
    // read again.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (await services.stocks.create({ ...stock, updatedAt }))
        return newlySaved(stock, request.correlationId, services);
      const answer = await known(stock, request.correlationId, services);
      if (answer !== null) return answer;
    }
    throw writeConflict("stock");
  });
};

async function newlySaved(stock: Stock, correlationId: string, services: SlidesServices): Promise<CreationResult> {
  await sendFetch(stock, correlationId, services);
  return answeredAsNew(stock);
}

/** The stock may be deleted later and the answer could not be derived from it, so that the answer is stored with the key. */
function answeredAsNew(stock: Stock): CreationResult {
  return { answer: created(stockAnswer(stock), `/v1/stocks/${stock.id}`), reproducible: false };
}

async function known(stock: Stock, correlationId: string, services: SlidesServices): Promise<CreationResult | null> {
  const { stock: there, creations } = await services.stocks.getWithCreations(stock);
  // It was created by an earlier request with this key, and may have been deleted since.
  if (creations.has(stock.creationId)) return answeredAsNew(stock);
  if (there === null) return null;
  if (there.status !== "failed") return { answer: ok(stockAnswer(there)), reproducible: false };
  const revived = await services.stocks.requestFetch(stock, ["failed"], newFetchRequest(services));
  if (revived === null) return null;
  await sendFetch(revived, correlationId, services);
  return { answer: ok(stockAnswer(revived)), reproducible: false };
}
