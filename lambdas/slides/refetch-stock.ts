import { accepted } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { Rejected } from "../shared/http/rejected.ts";
import { ownStock, stockNotFound } from "./own-stock.ts";
import { newFetchRequest, sendFetch } from "./request-fetch.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";
import { stockAnswer } from "./stock-answer.ts";

/**
 * Requests a new fetch. Of several concurrent requests one succeeds; the others get an answer that the stock is already
 * pending.
 */
export const refetchStock: Operation<typeof slidesRoutes.refetchStock, SlidesServices> = async (request, services) => {
  const key = ownStock(request.caller, request.params.id);
  const stock = await services.stocks.requestFetch(key, ["ready", "failed"], newFetchRequest(services));
  if (stock === null) {
    if ((await services.stocks.get(key)) === null) throw stockNotFound();
    throw new Rejected(409, "already_pending", "The stock is being fetched already.");
  }
  await sendFetch(stock, request.correlationId, services);
  return accepted(stockAnswer(stock));
};
