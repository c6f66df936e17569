import { noContent } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { ownStock, stockNotFound } from "./own-stock.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";

/** Deletes a stock. A message about it that is still in the queue has no effect. */
export const deleteStock: Operation<typeof slidesRoutes.deleteStock, SlidesServices> = async (
  request,
  { stocks, clock },
) => {
  const deleted = await stocks.delete(ownStock(request.caller, request.params.id), clock.now());
  if (!deleted) throw stockNotFound();
  return noContent();
};
