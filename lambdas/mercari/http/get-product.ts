import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { mercariRoutes } from "../routes.ts";
import { productAnswer } from "./product-answer.ts";
import { requireProduct } from "./require-product.ts";
import type { MercariServices } from "./services.ts";

export const getProduct: Operation<typeof mercariRoutes.getProduct, MercariServices> = async ({ params }, services) =>
  ok(productAnswer(await requireProduct(params.id, services), services.clock));
