import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { Reconcilable } from "../../lambdas/shared/work/reconcile.ts";
import { scheduled } from "../../lambdas/shared/work/scheduled.ts";
import { lambdaContext } from "../emulators/http-event.ts";
import type { System } from "./system.ts";

/** The schedule `reconcile` with a feature's work items. It runs every hour. @returns one run, as Lambda invokes it */
export function reconciler(system: System, kinds: readonly Reconcilable[]): () => Promise<unknown> {
  const handler = scheduled({
    environment: {},
    services: () => kinds,
    run: (reconcilables, correlationId) => reconcile(reconcilables, correlationId, system.clock),
  });
  const run = () => handler(null, lambdaContext());
  system.hourly.push(run);
  return run;
}
