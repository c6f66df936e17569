import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { IdempotencyTable } from "../shared/idempotency/idempotency-table.ts";
import { UserLimits } from "../shared/idempotency/user-limits.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import type { SlidesServices } from "./operations.ts";
import { createStock, deleteStock, getStock, listStocks, refetchStock, updateStock } from "./operations.ts";
import { slidesRoutes } from "./routes.ts";
import { stockTable } from "./stock-table.ts";
import { apiUses } from "./uses.ts";

function services(env: Environment<typeof apiUses>): SlidesServices {
  const tables = documentClient();
  return {
    items: stockTable(tables, env.STOCKS_TABLE),
    idempotencyKeys: new IdempotencyTable(tables, env.IDEMPOTENCY_KEYS_TABLE),
    limits: new UserLimits(tables, env.IDEMPOTENCY_KEYS_TABLE),
    queue: jsonQueue(queueClient(), env.OEMBED_FETCH_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
    siteUrl: env.SITE_URL,
  };
}

export const operations = { createStock, listStocks, getStock, updateStock, deleteStock, refetchStock };

export const handler = await warmUpHandler(
  httpApi({ routes: slidesRoutes, environment: apiUses, services, operations }),
  sampleRequest(slidesRoutes.createStock, { url: "https://speakerdeck.com/warm/up" }),
);
