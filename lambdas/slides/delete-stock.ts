import { noContent } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { ownStock, stockNotFound } from "./own-stock.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";

/** Deletes a stock. A message about it that is still in the queue has no effect. */
export const deleteStock: Operation<typeof slidesRoutes.deleteStock, SlidesServices> = async (
  request,
  { stocks, clock, newId },
) => {
  const deletion = { id: newId(), at: clock.now() };
  const deleted = await stocks.delete(ownStock(request.caller, request.params.id), deletion);
  if (!deleted) throw stockNotFound();
  return noContent();
};
