import type { Clock } from "../shared/clock.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { objectClient } from "../shared/objects/object-client.ts";
import { documentClient } from "../shared/table/table.ts";
import { queueClient } from "../shared/work/queue.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { scheduledHandler } from "../shared/work/scheduled-handler.ts";
import { allReconciled } from "./all-reconciled.ts";
import { onScheduleUses } from "./on-schedule-uses.ts";
import { reconcile } from "./reconcile.ts";

interface ReconcileServices {
  readonly reconcilables: readonly Reconcilable[];
  readonly clock: Clock;
}

function services(env: Environment<typeof onScheduleUses>): ReconcileServices {
  const clock = systemClock(env.WAIT_SCALE);
  const clients = { tables: documentClient(), queues: queueClient(), objects: objectClient(), clock };
  return { reconcilables: allReconciled.flatMap((part) => part.reconcilables(clients)), clock };
}

export const handler = scheduledHandler({
  environment: onScheduleUses,
  services,
  run: ({ reconcilables, clock }, correlationId) => reconcile(reconcilables, correlationId, clock),
});
