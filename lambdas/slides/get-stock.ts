import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { ownStock, stockNotFound } from "./own-stock.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";
import { stockAnswer } from "./stock-answer.ts";

/** One of the caller's stocks. */
export const getStock: Operation<typeof slidesRoutes.getStock, SlidesServices> = async (request, { stocks }) => {
  const stock = await stocks.get(ownStock(request.caller, request.params.id));
  if (stock === null) throw stockNotFound();
  return ok(stockAnswer(stock));
};
