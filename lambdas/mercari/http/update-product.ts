import { isDeepStrictEqual } from "node:util";
import { ok } from "../../shared/http/answer.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import type { Product } from "../domain/product.ts";
import { productAnswer } from "./product-answer.ts";
import { patchedSettings } from "./product-body.ts";
import { requireProduct } from "./require-product.ts";
import type { MercariOperation } from "./services.ts";

/**
 * Changes the fields in the patch; equal values are not written again. After a write conflict the patch is applied to the
 * new state, so that concurrent changes are kept.
 */
export const updateProduct: MercariOperation<"updateProduct"> = async ({ params, body }, services) => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const seen = await requireProduct(params.id, services);
    const settings = patchedSettings(seen, body);
    if (isDeepStrictEqual({ name: seen.name, crawl: seen.crawl, alert: seen.alert }, settings))
      return ok(productAnswer(seen, services.clock));
    const saved = await services.products.update(seen, settings, {
      id: services.newId(),
      at: after(seen, services.clock.now()),
    });
    if (saved !== null) return ok(productAnswer(saved, services.clock));
  }
  throw new Rejected(
    409,
    "changed_meanwhile",
    "Other requests keep changing the product. Read the product and send your change again.",
  );
};

/** Now, or just after the last change: its time is the condition of this one. */
function after({ updatedAt }: Product, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(updatedAt) + 1));
}
