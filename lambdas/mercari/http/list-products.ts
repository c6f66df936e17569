import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import type { mercariRoutes } from "../routes.ts";
import { productAnswer } from "./product-answer.ts";
import type { MercariServices } from "./services.ts";

const LIST = ["products"];

export const listProducts: Operation<typeof mercariRoutes.listProducts, MercariServices> = async (
  { query },
  { products, clock },
) => {
  const position = decodeCursor(query.cursor, LIST, byCreatedAt);
  const page = await products.list({ limit: query.limit, position });
  return ok({
    products: page.items.map((product) => productAnswer(product, clock)),
    next_cursor: encodeCursor(page.position, LIST),
  });
};
