import type { Clock } from "../shared/clock.ts";
import type { Operation } from "../shared/http/http-api.ts";
import type { Alarms } from "./alarms.ts";
import type { Queues } from "./queues.ts";
import type { operationsRoutes } from "./routes.ts";

export interface OperationsServices {
  readonly queues: Queues;
  readonly alarms: Alarms;
  readonly clock: Clock;
}

export type OperationsOperation<Name extends keyof typeof operationsRoutes> = Operation<
  (typeof operationsRoutes)[Name],
  OperationsServices
>;
