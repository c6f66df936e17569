import * as z from "zod/mini";
import { bodyOf } from "../../shared/http/body-of.ts";
import type { CrawlResult } from "../domain/crawl-result.ts";
import { ON_SALE, resultId, SOLD } from "../domain/crawl-result.ts";

/** A listing that was found for a product, in an answer. Price in whole yen. */
export const resultSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  /** Mercari's own id of the listing. */
  external_id: z.string(),
  name: z.string(),
  price: z.int(),
  selling_url: z.string(),
  image_url: z.string(),
  /** 1: on sale; 2: sold, or with a deal in progress. */
  selling_status: z.literal([ON_SALE, SOLD]),
  /** 1: an individual; 2: a shop. */
  seller_type: z.literal([1, 2]),
  /** Null before the first detail check. */
  seller_id: z.nullable(z.string()),
  /** Mercari's item condition from 1, new, to 6, poor. Null before the first detail check. */
  condition: z.nullable(z.int()),
  sold_out_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export function resultAnswer(row: CrawlResult): z.output<typeof resultSchema> {
  return bodyOf(resultSchema, { ...row, id: resultId(row) });
}
