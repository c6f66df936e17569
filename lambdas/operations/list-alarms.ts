import { ok } from "../shared/http/answer.ts";
import type { OperationsOperation } from "./services.ts";

/** Every alarm of the stack, those in ALARM first. */
export const listAlarms: OperationsOperation<"listAlarms"> = async (_, services) => {
  const alarms = await services.alarms.list(services.clock.now());
  return ok({ alarms: alarms.map((alarm) => ({ ...alarm, since: alarm.since.toISOString() })) });
};
