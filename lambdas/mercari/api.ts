import { callerEnvironment } from "../shared/caller.ts";
import type { Environment } from "../shared/env.ts";
import { text } from "../shared/env.ts";
import { httpApi } from "../shared/http-api.ts";
import { IdempotencyTable } from "../shared/idempotency-table.ts";
import { documentClient } from "../shared/table.ts";
import { crawlEnvironment, crawlServices } from "./crawl-services.ts";
import { createProduct } from "./create-product.ts";
import { deleteProduct } from "./delete-product.ts";
import { executeCrawl } from "./execute-crawl.ts";
import { getPriceTrend } from "./get-price-trend.ts";
import { getProduct } from "./get-product.ts";
import { listCrawlRuns } from "./list-crawl-runs.ts";
import { listProducts } from "./list-products.ts";
import { listResults } from "./list-results.ts";
import { mercariRoutes } from "./routes.ts";
import type { MercariServices } from "./services.ts";
import { updateProduct } from "./update-product.ts";

export const environment = { ...callerEnvironment, ...crawlEnvironment, IDEMPOTENCY_KEYS_TABLE: text };

function services(env: Environment<typeof environment>): MercariServices {
  return {
    ...crawlServices(env),
    idempotencyKeys: new IdempotencyTable(documentClient(), env.IDEMPOTENCY_KEYS_TABLE),
  };
}

export const handler = httpApi({
  routes: mercariRoutes,
  environment,
  services,
  operations: {
    createProduct,
    listProducts,
    getProduct,
    updateProduct,
    deleteProduct,
    executeCrawl,
    listResults,
    getPriceTrend,
    listCrawlRuns,
  },
});
