import * as z from "zod/mini";
import { pageAnswer, pageQuery } from "../shared/http/pagination.ts";
import { oneNumberOf } from "../shared/http/query-values.ts";
import type { Routes } from "../shared/http/route.ts";
import { ON_SALE, SOLD } from "./domain/crawl-result.ts";
import { INTERVALS } from "./domain/price-trend.ts";
import { crawlRunSchema, executedCrawlSchema } from "./http/crawl-answer.ts";
import { productSchema } from "./http/product-answer.ts";
import { newProductBody, productPatch } from "./http/product-body.ts";
import { resultSchema } from "./http/result-answer.ts";
import { isBackwards, trendRange } from "./http/trend-range.ts";

const params = z.object({ id: z.string() });

const trendPoint = z.object({
  /** When the day or week begins in Japan. */
  start: z.iso.datetime(),
  count: z.int(),
  min: z.int(),
  p25: z.int(),
  median: z.int(),
  p75: z.int(),
  max: z.int(),
});

/** The Mercari feature's routes. Prices in whole yen. */
export const mercariRoutes = {
  createProduct: {
    method: "POST",
    path: "/v1/products",
    access: "admin",
    summary: "Create a product; with a crawl setting its prices on Mercari are watched hourly",
    idempotencyKey: "optional",
    body: newProductBody,
    answers: { 201: { description: "Created", body: productSchema } },
  },
  listProducts: {
    method: "GET",
    path: "/v1/products",
    access: "user",
    scope: "read",
    summary: "The products, newest first",
    query: z.object(pageQuery),
    answers: { 200: pageAnswer("products", productSchema) },
  },
  getProduct: {
    method: "GET",
    path: "/v1/products/{id}",
    access: "user",
    scope: "read",
    summary: "One product",
    params,
    answers: { 200: { description: "The product", body: productSchema } },
    refusals: { 404: ["not_found"] },
  },
  updateProduct: {
    method: "PATCH",
    path: "/v1/products/{id}",
    access: "admin",
    summary: "Change a product by a JSON merge patch; a changed search is crawled from its first page to its last",
    params,
    body: productPatch,
    answers: { 200: { description: "The changed product", body: productSchema } },
    refusals: { 404: ["not_found"], 409: ["changed_meanwhile"] },
  },
  deleteProduct: {
    method: "DELETE",
    path: "/v1/products/{id}",
    access: "admin",
    summary: "Delete a product with all of its results",
    params,
    answers: { 204: { description: "Deleted" } },
    refusals: { 404: ["not_found"] },
  },
  executeCrawl: {
    method: "POST",
    path: "/v1/crawl/execute",
    mayTakeLong: true,
    access: "admin",
    summary: "Crawl one product now, or all enabled ones; crawls that take longer than 20 s are left to the queue",
    body: z._default(z.object({ product_id: z.optional(z.string()) }), {}),
    answers: {
      200: { description: "The outcome of each crawl", body: z.object({ products: z.array(executedCrawlSchema) }) },
    },
    refusals: { 404: ["not_found"], 409: ["no_crawl_setting"] },
  },
  listResults: {
    method: "GET",
    path: "/v1/crawl/results/{product_id}",
    access: "user",
    scope: "read",
    summary: "The results of a product, cheapest or last changed first",
    params: z.object({ product_id: z.string() }),
    query: z.object({
      ...pageQuery,
      selling_status: z.optional(oneNumberOf([ON_SALE, SOLD])),
      sort: z._default(z.enum(["price", "updated_at"]), "updated_at"),
    }),
    answers: { 200: pageAnswer("results", resultSchema) },
    refusals: { 404: ["not_found"] },
  },
  getPriceTrend: {
    method: "GET",
    path: "/v1/products/{id}/price-trend",
    access: "user",
    scope: "read",
    summary: "The prices of a product's sales, by day or week in Japan, and of its current offers",
    params,
    query: z
      .object({ ...trendRange, interval: z._default(z.enum(INTERVALS), "day") })
      .check(z.refine((range) => !isBackwards(range), { path: ["from"], error: "must not be after to" })),
    answers: {
      200: {
        description: "The trend",
        body: z.object({
          interval: z.enum(INTERVALS),
          points: z.array(trendPoint),
          on_sale: z.object({
            count: z.int(),
            lowest: z.nullable(z.int()),
            lowest_url: z.nullable(z.string()),
            /** The photo of the cheapest offer; null for a shop's, whose photo has no known address. */
            lowest_image_url: z.nullable(z.string()),
            median: z.nullable(z.int()),
          }),
          /** Sold listings without a time of sale, which the trend lacks. */
          undated: z.int(),
        }),
      },
    },
    refusals: { 404: ["not_found"] },
  },
  listCrawlRuns: {
    method: "GET",
    path: "/v1/products/{id}/crawl-runs",
    access: "admin",
    summary: "A product's crawls of the last 90 days, newest first",
    params,
    query: z.object(pageQuery),
    answers: { 200: pageAnswer("crawl_runs", crawlRunSchema) },
    refusals: { 404: ["not_found"] },
  },
} as const satisfies Routes;
