import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../shared/http/pagination.ts";
import { searchTerms } from "../shared/search/search-terms.ts";
import type { slidesRoutes } from "./routes.ts";
import type { SlidesServices } from "./services.ts";
import { stockAnswer } from "./stock-answer.ts";

/** A page of the caller's stocks, of all or of those that a search finds. */
export const listStocks: Operation<typeof slidesRoutes.listStocks, SlidesServices> = async (request, { stocks }) => {
  const { caller, query } = request;
  const { q, status, provider, limit } = query;
  const isNarrow = q !== undefined || provider !== undefined;
  const list = ["stocks", caller.userId, status ?? "", ...(isNarrow ? [provider ?? "", q ?? ""] : [])];
  const asked = { status, provider, limit, position: decodeCursor(query.cursor, list, byCreatedAt) };
  const page =
    q === undefined
      ? await stocks.list(caller.userId, asked)
      : await stocks.search(caller.userId, { ...asked, terms: searchTerms(q) });
  return ok({ stocks: page.items.map(stockAnswer), next_cursor: encodeCursor(page.position, list) });
};
