import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../shared/http/pagination.ts";
import { textSearch } from "../shared/search/text-search.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";
import { stockAnswer } from "./stock-answer.ts";

/** A page of the caller's stocks, of all or of those that a search finds. */
export const listStocks: Operation<typeof slidesRoutes.listStocks, SlidesServices> = async (request, { stocks }) => {
  const { caller, query } = request;
  const { q, tag: tags = [], status, provider, limit } = query;
  const sought = textSearch(q, tags);
  const isNarrow = sought !== null || provider !== undefined;
  const list = ["stocks", caller.userId, status ?? "", ...(isNarrow ? [provider ?? "", q ?? "", ...tags] : [])];
  const asked = { status, provider, limit, position: decodeCursor(query.cursor, list, byCreatedAt) };
  const page =
    sought === null
      ? await stocks.list(caller.userId, asked)
      : await stocks.search(caller.userId, { ...asked, ...sought });
  return ok({ stocks: page.items.map(stockAnswer), next_cursor: encodeCursor(page.position, list) });
};
