import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { ownStock, stockNotFound } from "./own-stock.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";
import { stockAnswer } from "./stock-answer.ts";

/** Changes the memo; a value that is equal is not written again. */
export const updateStock: Operation<typeof slidesRoutes.updateStock, SlidesServices> = async (request, services) => {
  const key = ownStock(request.caller, request.params.id);
  const stock = await services.stocks.get(key);
  if (stock?.memo === request.body.memo) return ok(stockAnswer(stock));
  const saved = stock && (await services.stocks.saveMemo(stock, request.body.memo, services.clock.now()));
  if (saved === null) throw stockNotFound();
  return ok(stockAnswer(saved));
};
