import { hasInitPhase } from "./env.ts";
import { errorFields, log } from "./log.ts";
import type { WarmUp } from "./running-warm-up.ts";
import { runAsWarmUp } from "./running-warm-up.ts";

/** An invocation for the warm-up. */
export interface Sample<E, R> {
  readonly event: () => E;
  /** Whether the result is that of a function that works. */
  readonly isDone: (result: R) => boolean;
}

/** The longest warm-up in milliseconds. Lambda ends an init phase after ten seconds. */
const LONGEST_MS = 3_000;

/**
 * Invokes a handler once while its module loads, so that the init phase, which Lambda runs at full speed, creates the
 * services, loads and compiles what an invocation needs, and opens the connections. Otherwise the first invocation does all
 * that with the function's share of a core, which is a seventh at 256 MB (docs/decisions/0012-deadlines-and-time-outs.md).
 *
 * No call of the sample is sent: AWS clients answer it themselves with an empty result (aws-client.ts), the outbound fetch
 * refuses it, and nothing is logged. A warm-up that fails is logged, and the first invocation does the work.
 *
 * @returns the handler, once it is warm or has failed
 */
export async function warmUpHandler<E, C extends object, R>(
  handler: (event: E, context: C) => Promise<R>,
  { event, isDone }: Sample<E, R>,
): Promise<typeof handler> {
  // The local runner gives a function the same processor before and after its load; a test imports a part of the module.
  if (!hasInitPhase()) return handler;
  const warmUp: WarmUp = { faults: [], connections: [], isOver: false };
  const invoked = runAsWarmUp(warmUp, async () => {
    const result = await handler(event(), { awsRequestId: "warm-up" } as unknown as C);
    await Promise.all(warmUp.connections);
    if (!isDone(result)) warmUp.faults.push({ result });
  });
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    warmUp.faults.push({ late_ms: LONGEST_MS });
    late.resolve();
  }, LONGEST_MS).unref();
  try {
    await Promise.race([invoked, late.promise]);
  } catch (error) {
    warmUp.faults.push(errorFields(error));
  } finally {
    warmUp.isOver = true;
    clearTimeout(timer);
  }
  if (warmUp.faults.length > 0) log.warn("warm_up_failed", { faults: warmUp.faults });
  return handler;
}
