import { ok } from "../../shared/http/answer.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { productAnswer } from "./product-answer.ts";
import type { MercariOperation } from "./services.ts";

const LIST = ["products"];

export const listProducts: MercariOperation<"listProducts"> = async ({ query }, { products, clock }) => {
  const position = decodeCursor(query.cursor, LIST, byCreatedAt);
  const page = await products.list({ limit: query.limit, position });
  return ok({
    products: page.items.map((product) => productAnswer(product, clock)),
    next_cursor: encodeCursor(page.position, LIST),
  });
};
