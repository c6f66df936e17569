import * as z from "zod/mini";
import { bodyOf } from "../shared/http/body-of.ts";
import { pictureAddress } from "../shared/pictures/picture-address.ts";
import { marksAnswer, marksSchema } from "../shared/saved-items/reading-marks.ts";
import { PROVIDERS } from "./providers.ts";
import type { Stock } from "./stock.ts";
import { STOCK_STATUSES } from "./stock.ts";

export const stockSchema = z.object({
  id: z.string(),
  provider: z.enum(PROVIDERS),
  original_url: z.string(),
  canonical_url: z.string(),
  status: z.enum(STOCK_STATUSES),
  title: z.nullable(z.string()),
  author_name: z.nullable(z.string()),
  thumbnail_url: z.nullable(z.string()),
  embed_url: z.nullable(z.string()),
  memo: z.nullable(z.string()),
  tags: z.array(z.string()),
  ...marksSchema,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  failure: z.optional(z.object({ code: z.string(), message: z.string() })),
});

/** The message of every failure, for people; the code in the same answer identifies the failure. */
const FAILURE_MESSAGE = "メタデータの取得に失敗しました";

/** Makes the answer for a stock. @param siteUrl the address of the site, which has the thumbnails */
export const stockAnswer =
  (siteUrl: string) =>
  (stock: Stock): z.output<typeof stockSchema> =>
    bodyOf(stockSchema, {
      ...stock,
      ...marksAnswer(stock),
      thumbnailUrl: pictureAddress(siteUrl, stock.thumbnailPath),
      failure:
        stock.status === "failed" ? { code: stock.failure?.code ?? "unknown", message: FAILURE_MESSAGE } : undefined,
    });
