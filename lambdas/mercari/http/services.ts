import type { Environment } from "../../shared/env.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { IdempotencyTable } from "../../shared/idempotency/idempotency-table.ts";
import { documentClient } from "../../shared/table/table.ts";
import type { mercariRoutes } from "../routes.ts";
import type { apiUses } from "../uses.ts";
import { crawlServices } from "../work/crawl-services.ts";

export function mercariServices(env: Environment<typeof apiUses>) {
  return {
    ...crawlServices(env),
    idempotencyKeys: new IdempotencyTable(documentClient(), env.IDEMPOTENCY_KEYS_TABLE),
  };
}

export type MercariServices = Readonly<ReturnType<typeof mercariServices>>;

export type MercariOperation<Name extends keyof typeof mercariRoutes> = Operation<
  (typeof mercariRoutes)[Name],
  MercariServices
>;
