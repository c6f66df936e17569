import { isDerivedId } from "../../shared/derived-id.ts";
import { notFound } from "../../shared/http/rejected.ts";
import type { Product } from "../domain/product.ts";
import type { MercariServices } from "./services.ts";

/** 404 for a product that does not exist, or is being deleted. */
export const productNotFound = () => notFound("product");

/** An id that a product may have. @throws Rejected 404 for any other, without a read */
export function productId(id: string): string {
  if (!isDerivedId(id)) throw productNotFound();
  return id;
}

/** The product that a request names. @throws Rejected 404 */
export async function requireProduct(id: string, { products }: Pick<MercariServices, "products">): Promise<Product> {
  const product = await products.get(productId(id));
  if (product === null) throw productNotFound();
  return product;
}
