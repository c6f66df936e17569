import { noContent } from "../../shared/http/answer.ts";
import { errorFields, log } from "../../shared/log.ts";
import { removeProduct } from "../work/remove-product.ts";
import { productId, productNotFound } from "./require-product.ts";
import type { MercariOperation } from "./services.ts";

/** The time limit of an API call, in milliseconds of real time. */
const CALL_MS = 10_000;

/**
 * Deletes a product. After the first write it no longer exists for clients. Rows that can't be removed in time, because of
 * an error, or before a crawl has ended, are left to the hourly schedule.
 */
export const deleteProduct: MercariOperation<"deleteProduct"> = async ({ params, correlationId }, services) => {
  const id = productId(params.id);
  if (!(await services.products.markDeleting(id, services.newId()))) throw productNotFound();
  const about = { product_id: id, correlation_id: correlationId };
  try {
    const isRemoved = await endsWithin(CALL_MS, removeProduct(id, services));
    if (!isRemoved) log.info("mercari_removal_left", about);
  } catch (error) {
    log.warn("mercari_removal_left", { ...about, ...errorFields(error) });
  }
  return noContent();
};

/** The result of the work; false when it takes longer. */
async function endsWithin(milliseconds: number, work: Promise<boolean>): Promise<boolean> {
  const { promise: isOver, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  try {
    return await Promise.race([work, isOver]);
  } finally {
    clearTimeout(timer);
  }
}
