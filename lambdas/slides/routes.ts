import * as z from "zod/mini";
import { pageAnswer, pageQuery } from "../shared/http/pagination.ts";
import type { Routes } from "../shared/http/route.ts";
import { describeLimits } from "../shared/idempotency/limited-uses.ts";
import { savedAt } from "../shared/saved-items/saved-at.ts";
import { bodyOf } from "../shared/saved-items/user-fields.ts";
import { tagFilter } from "../shared/saved-items/user-tags.ts";
import { searchQuery } from "../shared/search/search-query.ts";
import { PROVIDERS } from "./providers.ts";
import { STOCK_STATUSES } from "./stock.ts";
import { stockSchema } from "./stock-answer.ts";
import { STOCK_FIELDS } from "./stock-fields.ts";

const changes = bodyOf(STOCK_FIELDS, "change");
const params = z.object({ id: z.string() });

export const slidesRoutes = {
  createStock: {
    method: "POST",
    path: "/v1/stocks",
    access: "user",
    scope: "save",
    summary: `Save a slide deck by its URL; its metadata is fetched in the background. unread defaults to true. ${describeLimits("saves")}`,
    body: z.object({
      url: z.string(),
      ...bodyOf(STOCK_FIELDS, "create"),
      saved_at: savedAt,
    }),
    idempotencyKey: "optional",
    answers: {
      201: { description: "Saved, metadata pending", body: stockSchema },
      200: { description: "The existing stock of this deck", body: stockSchema },
    },
    refusals: {
      400: ["invalid_url", "unsupported_scheme", "unsupported_provider", "invalid_format", "unsupported_url_type"],
      429: ["rate_limited"],
    },
  },
  listStocks: {
    method: "GET",
    path: "/v1/stocks",
    access: "user",
    scope: "read",
    summary:
      'Your stocks, filtered by q and by every given tag. q takes words, "phrases", tag:, site:, after:, before:, is: and - before each; days are those of tz. A page may hold fewer than limit although the list goes on',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      tag: tagFilter,
      provider: z.optional(z.enum(PROVIDERS)),
      status: z.optional(z.enum(STOCK_STATUSES)),
    }),
    answers: { 200: pageAnswer("stocks", stockSchema) },
    refusals: { 429: ["rate_limited"] },
  },
  getStock: {
    method: "GET",
    path: "/v1/stocks/{id}",
    access: "user",
    scope: "read",
    summary: "One stock",
    params,
    answers: { 200: { description: "The stock", body: stockSchema } },
    refusals: { 404: ["not_found"] },
  },
  updateStock: {
    method: "PATCH",
    path: "/v1/stocks/{id}",
    access: "user",
    scope: "save",
    summary: "Change a stock's memo, tags or marks (unread, starred)",
    params,
    body: z
      .object(changes)
      .check(
        z.refine(
          (body) => Object.values(body).some((value) => value !== undefined),
          `must have ${Object.keys(changes).join(" or ")}`,
        ),
      ),
    answers: { 200: { description: "The changed stock", body: stockSchema } },
    refusals: { 404: ["not_found"] },
  },
  deleteStock: {
    method: "DELETE",
    path: "/v1/stocks/{id}",
    access: "user",
    scope: "full",
    summary: "Delete a stock",
    params,
    answers: { 204: { description: "Deleted" } },
    refusals: { 404: ["not_found"] },
  },
  refetchStock: {
    method: "POST",
    path: "/v1/stocks/{id}/refetch",
    access: "user",
    scope: "save",
    summary: `Fetch a stock's metadata again. ${describeLimits("repeats")}`,
    params,
    answers: { 202: { description: "Pending again", body: stockSchema } },
    refusals: { 404: ["not_found"], 409: ["already_pending"], 429: ["rate_limited"] },
  },
} as const satisfies Routes;
