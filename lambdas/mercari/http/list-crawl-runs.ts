import * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import { decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { crawlRunAnswer } from "./crawl-answer.ts";
import { requireProduct } from "./require-product.ts";
import type { MercariOperation } from "./services.ts";

/** A position in a product's crawls: the last one of the previous page. */
const crawlRunPosition = z.object({ sk: z.string().check(z.maxLength(100)) });

export const listCrawlRuns: MercariOperation<"listCrawlRuns"> = async ({ params, query }, services) => {
  const { id } = await requireProduct(params.id, services);
  const list = ["crawl-runs", id];
  const position = decodeCursor(query.cursor, list, crawlRunPosition);
  const page = await services.runs.list(id, { limit: query.limit, position });
  return ok({ crawl_runs: page.items.map(crawlRunAnswer), next_cursor: encodeCursor(page.position, list) });
};
