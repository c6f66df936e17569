import { ok } from "../../shared/http/answer.ts";
import { productAnswer } from "./product-answer.ts";
import { requireProduct } from "./require-product.ts";
import type { MercariOperation } from "./services.ts";

export const getProduct: MercariOperation<"getProduct"> = async ({ params }, services) =>
  ok(productAnswer(await requireProduct(params.id, services), services.clock));
