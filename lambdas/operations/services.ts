import type { Clock } from "../shared/clock.ts";
import type { Alarms } from "./alarms.ts";
import type { Queues } from "./queues.ts";

/** The services of this feature's operations. */
export interface OperationsServices {
  readonly queues: Queues;
  readonly alarms: Alarms;
  readonly clock: Clock;
}
