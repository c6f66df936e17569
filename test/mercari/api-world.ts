import type * as z from "zod/mini";
import { operations } from "../../lambdas/mercari/api.ts";
import type { productSchema } from "../../lambdas/mercari/http/product-answer.ts";
import type { MercariServices } from "../../lambdas/mercari/http/services.ts";
import { mercariRoutes } from "../../lambdas/mercari/routes.ts";
import { IdempotencyTable } from "../../lambdas/shared/idempotency/idempotency-table.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { ADMIN, featureApi } from "../emulators/feature-api.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import type { CrawlWorld } from "./crawl-world.ts";
import { crawlWorld } from "./crawl-world.ts";
import { newProductId } from "./result-rows.ts";

export type WireProduct = z.output<typeof productSchema>;

/** The services of the operations on products, with emulated tables and a site that the test scripts. */
export type ApiWorld = CrawlWorld & MercariServices;

export function apiWorld(dynamo: TestDynamo): ApiWorld {
  return {
    ...crawlWorld(dynamo),
    idempotencyKeys: new IdempotencyTable(dynamo.client, "idempotency_keys"),
    newId: newProductId,
  };
}

/**
 * The feature's HTTP function with a world's services, built like the deployed entry. Its requests are an administrator's.
 */
export function mercariApi(world: MercariServices): (request: HttpRequest) => Promise<HttpAnswer> {
  return featureApi(mercariRoutes, operations, world, ADMIN);
}
