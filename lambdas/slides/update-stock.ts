import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { hasAll } from "../shared/saved-items/user-changes.ts";
import { ownStock, stockNotFound } from "./own-stock.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";
import { stockAnswer } from "./stock-answer.ts";

/** Changes memo and tags, each if it was sent; a value that is equal is not written again. */
export const updateStock: Operation<typeof slidesRoutes.updateStock, SlidesServices> = async (request, services) => {
  const key = ownStock(request.caller, request.params.id);
  const stock = await services.stocks.get(key);
  if (stock === null) throw stockNotFound();
  if (hasAll(stock, request.body)) return ok(stockAnswer(stock));
  const saved = await services.stocks.saveChanges(stock, request.body, services.clock.now());
  if (saved === null) throw stockNotFound();
  return ok(stockAnswer(saved));
};
