import { created } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { createOnce } from "../../shared/idempotency/create-once.ts";
import { newProduct } from "../domain/product.ts";
import type { mercariRoutes } from "../routes.ts";
import { productAnswer } from "./product-answer.ts";
import { newProductSettings } from "./product-body.ts";
import type { MercariServices } from "./services.ts";

/** Creates a product. Its first crawl is the next hourly one, or an earlier requested one. */
export const createProduct: Operation<typeof mercariRoutes.createProduct, MercariServices> = (request, services) => {
  const { name, crawl, alert } = newProductSettings(request.body);
  return createOnce(request, services, async (creation) => {
    const product = newProduct(name, crawl, creation, alert);
    // If the product exists, an earlier request with the same key created it.
    await services.products.create(product);
    return {
      answer: created(productAnswer(product, services.clock), `/v1/products/${product.id}`),
      reproducible: false,
    };
  });
};
