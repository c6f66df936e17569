import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { createProduct } from "./http/create-product.ts";
import { deleteProduct } from "./http/delete-product.ts";
import { executeCrawl } from "./http/execute-crawl.ts";
import { getPriceTrend } from "./http/get-price-trend.ts";
import { getProduct } from "./http/get-product.ts";
import { listCrawlRuns } from "./http/list-crawl-runs.ts";
import { listProducts } from "./http/list-products.ts";
import { listResults } from "./http/list-results.ts";
import { mercariServices } from "./http/services.ts";
import { updateProduct } from "./http/update-product.ts";
import { mercariRoutes } from "./routes.ts";
import { apiUses } from "./uses.ts";

export const operations = {
  createProduct,
  listProducts,
  getProduct,
  updateProduct,
  deleteProduct,
  executeCrawl,
  listResults,
  getPriceTrend,
  listCrawlRuns,
};

export const handler = await warmUpHandler(
  httpApi({
    routes: mercariRoutes,
    environment: apiUses,
    services: mercariServices,
    operations,
  }),
  sampleRequest(mercariRoutes.createProduct, { name: "Warm up", crawl: { keyword: "warm up" } }),
);
