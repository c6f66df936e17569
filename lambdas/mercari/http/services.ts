import type { Environment } from "../../shared/env.ts";
import { IdempotencyTable } from "../../shared/idempotency/idempotency-table.ts";
import { documentClient } from "../../shared/table/table.ts";
import type { apiUses } from "../uses.ts";
import { crawlServices } from "../work/crawl-services.ts";

/** Constructs the services at the cold start. */
export function mercariServices(env: Environment<typeof apiUses>) {
  return {
    ...crawlServices(env),
    idempotencyKeys: new IdempotencyTable(documentClient(), env.IDEMPOTENCY_KEYS_TABLE),
  };
}

/** The services of the operations on products. */
export type MercariServices = Readonly<ReturnType<typeof mercariServices>>;
