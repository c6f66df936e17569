import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { Rejected } from "../shared/http/rejected.ts";
import { createItem } from "../shared/saved-items/create-item.ts";
import type { ItemServices } from "../shared/saved-items/item-operations.ts";
import {
  deleteItem,
  listItems,
  requestItemWork,
  requireOwnItem,
  updateItem,
} from "../shared/saved-items/item-operations.ts";
import { writtenIn } from "../shared/saved-items/user-fields.ts";
import { parseDeckUrl } from "./deck-url.ts";
import type { slidesRoutes } from "./routes.ts";
import { newStock } from "./stock.ts";
import { stockAnswer } from "./stock-answer.ts";
import type { WrittenOfStock } from "./stock-fields.ts";
import { STOCK_FIELDS } from "./stock-fields.ts";
import type { StockTypes } from "./stock-table.ts";

export interface SlidesServices extends ItemServices<StockTypes> {
  /** The site's public address, without a slash at the end. */
  readonly siteUrl: string;
}

type StockOperation<Name extends keyof typeof slidesRoutes> = Operation<(typeof slidesRoutes)[Name], SlidesServices>;

/** Saves a deck once; the fetch of a failed stock is requested again. */
export const createStock: StockOperation<"createStock"> = (request, services) => {
  const deck = parseDeckUrl(request.body.url);
  if (!deck.ok) throw new Rejected(400, deck.code, deck.detail);
  const { url: originalUrl } = request.body;
  const owner = { userId: request.caller.userId, ...writtenIn<WrittenOfStock>(STOCK_FIELDS, request.body) };
  return createItem(request, services, stockAnswer(services.siteUrl), (creation, work) =>
    newStock({ ...deck, originalUrl }, owner, creation, work),
  );
};

export const listStocks: StockOperation<"listStocks"> = (request, services) => {
  const { status, provider } = request.query;
  const filter = { ...(status && { status: [status] }), ...(provider && { provider: [provider] }) };
  return listItems(request, services, stockAnswer(services.siteUrl), filter);
};

export const getStock: StockOperation<"getStock"> = async (request, { items, siteUrl }) =>
  ok(stockAnswer(siteUrl)(await requireOwnItem(request, items)));

export const updateStock: StockOperation<"updateStock"> = (request, services) =>
  updateItem(request, services, stockAnswer(services.siteUrl));

export const deleteStock: StockOperation<"deleteStock"> = deleteItem;

export const refetchStock: StockOperation<"refetchStock"> = (request, services) =>
  requestItemWork(request, services, stockAnswer(services.siteUrl), {
    code: "already_pending",
    detail: "The stock is already being fetched.",
  });
