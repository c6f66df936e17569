import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../shared/http/pagination.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";
import { stockAnswer } from "./stock-answer.ts";

/** A page of the caller's stocks. */
export const listStocks: Operation<typeof slidesRoutes.listStocks, SlidesServices> = async (request, { stocks }) => {
  const { caller, query } = request;
  const list = ["stocks", caller.userId, query.status ?? ""];
  const page = await stocks.list(caller.userId, {
    status: query.status,
    limit: query.limit,
    position: decodeCursor(query.cursor, list, byCreatedAt),
  });
  return ok({ stocks: page.items.map(stockAnswer), next_cursor: encodeCursor(page.position, list) });
};
