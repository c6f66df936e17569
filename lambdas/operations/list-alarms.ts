import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import type { operationsRoutes } from "./routes.ts";
import type { OperationsServices } from "./services.ts";

/** Every alarm of the stack, those in ALARM first. */
export const listAlarms: Operation<typeof operationsRoutes.listAlarms, OperationsServices> = async (_, services) => {
  const alarms = await services.alarms.list(services.clock.now());
  return ok({ alarms: alarms.map((alarm) => ({ ...alarm, since: alarm.since.toISOString() })) });
};
