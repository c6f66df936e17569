import * as z from "zod/mini";
import type { Product } from "../domain/product.ts";

/** A search on Mercari, on the wire. Bounds in whole yen. */
const crawlSettingSchema = z.object({
  keyword: z.string(),
  category_id: z.nullable(z.int()),
  min_price: z.nullable(z.int()),
  max_price: z.nullable(z.int()),
  enabled: z.boolean(),
});

/** A product on the wire. */
export const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: its prices are not watched. */
  crawl: z.nullable(crawlSettingSchema),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export function productAnswer({ id, name, crawl, createdAt, updatedAt }: Product): z.output<typeof productSchema> {
  return {
    id,
    name,
    crawl: crawl && {
      keyword: crawl.keyword,
      category_id: crawl.categoryId,
      min_price: crawl.minPrice,
      max_price: crawl.maxPrice,
      enabled: crawl.enabled,
    },
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
