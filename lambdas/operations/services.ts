import type { Clock } from "../shared/clock.ts";
import type { Alarms } from "./alarms.ts";
import type { Queues } from "./queues.ts";

/** What the operations of this feature work with. */
export interface OperationsServices {
  readonly queues: Queues;
  readonly alarms: Alarms;
  readonly clock: Clock;
}
