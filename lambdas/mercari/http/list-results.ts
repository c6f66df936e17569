import * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import { decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { requireProduct } from "./require-product.ts";
import { resultAnswer } from "./result-answer.ts";
import type { MercariOperation } from "./services.ts";

/** A position in a product's rows, by price or by last change: the last one of the previous page, of any status. */
const resultPosition = z.object({ order: z.string().check(z.regex(/^[\w:.-]{1,40}#\w{1,64}$/)) });

export const listResults: MercariOperation<"listResults"> = async ({ params, query }, services) => {
  const { id: productId } = await requireProduct(params.product_id, services);
  const { selling_status: sellingStatus, sort, limit } = query;
  const list = ["results", productId, String(sellingStatus ?? ""), sort];
  const position = decodeCursor(query.cursor, list, resultPosition);
  const page = await services.results.list({ productId, sellingStatus, sort, limit, position });
  return ok({ results: page.items.map(resultAnswer), next_cursor: encodeCursor(page.position, list) });
};
