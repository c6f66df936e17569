import { created } from "../../shared/http/answer.ts";
import { createOnce } from "../../shared/idempotency/create-once.ts";
import { newProduct } from "../domain/product.ts";
import { productAnswer } from "./product-answer.ts";
import { newProductSettings } from "./product-body.ts";
import type { MercariOperation } from "./services.ts";

/** Creates a product. Its first crawl is the next hourly one, or an earlier requested one. */
export const createProduct: MercariOperation<"createProduct"> = (request, services) => {
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
