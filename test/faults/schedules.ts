import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { Reconcilable } from "../../lambdas/shared/work/reconcile.ts";
import { scheduledHandler } from "../../lambdas/shared/work/scheduled-handler.ts";
import { lambdaContext } from "../emulators/http-event.ts";
import type { System } from "./system.ts";

/** A scheduled function. @returns one run, as Lambda invokes it */
export function scheduledRun(
  run: (correlationId: string) => Promise<Readonly<Record<string, number>>>,
): () => Promise<unknown> {
  const handler = scheduledHandler({
    environment: {},
    services: () => null,
    run: (_, correlationId) => run(correlationId),
  });
  return () => handler(null, lambdaContext());
}

/** A scheduled function that also runs every hour. @returns one run */
export function hourlyRun(system: System, ...[run]: Parameters<typeof scheduledRun>): () => Promise<unknown> {
  const invoked = scheduledRun(run);
  system.hourly.push(invoked);
  return invoked;
}

/** The schedule `reconcile` with a feature's work items. @returns one run */
export function reconciler(system: System, kinds: readonly Reconcilable[]): () => Promise<unknown> {
  system.reconcile = hourlyRun(system, async (correlationId) => {
    const done = await reconcile(kinds, correlationId, system.clock);
    system.resent += done.resent;
    return done;
  });
  return system.reconcile;
}
