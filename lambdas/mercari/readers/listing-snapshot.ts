import * as z from "zod/mini";
import type { ListingSnapshot } from "../domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../domain/crawl-result.ts";
import { INDIVIDUAL, SHOP } from "../domain/listing-link.ts";

// Several times the site's own limit: a longer text comes from broken markup.
const MAX_NAME = 1_000;
const MAX_ADDRESS = 2_048;

const snapshotSchema = z.object({
  externalId: z.string(),
  name: z.string().check(z.minLength(1), z.maxLength(MAX_NAME)),
  price: z.int().check(z.positive()),
  sellingUrl: z.string(),
  imageUrl: z.string().check(z.maxLength(MAX_ADDRESS)),
  sellingStatus: z.literal([ON_SALE, SOLD]),
  sellerType: z.literal([INDIVIDUAL, SHOP]),
});

/** A listing's fields, once a name and a price in yen were read; null while a field is missing. */
export function completeSnapshot(
  read: { readonly [Field in keyof ListingSnapshot]: ListingSnapshot[Field] | null },
): ListingSnapshot | null {
  return snapshotSchema.safeParse(read).data ?? null;
}
