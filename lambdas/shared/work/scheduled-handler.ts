import type { Context } from "aws-lambda";
import { runBeforeDeadline } from "../deadline.ts";
import type { Environment, EnvironmentContract } from "../env.ts";
import { readEnvironment } from "../env.ts";
import { lazy } from "../lazy.ts";
import { errorFields, log } from "../log.ts";
import { attemptEach } from "./attempt-each.ts";

/** One scheduled task: its environment, its services, and the work of one run. */
export interface ScheduledTask<C extends EnvironmentContract, S> {
  readonly environment: C;
  readonly services: (environment: Environment<C>) => S;
  /**
   * @returns counts of what was done, for the log
   * @throws anything: the invocation fails, Lambda retries it, then an alarm fires
   */
  readonly run: (services: S, correlationId: string) => Promise<Readonly<Record<string, number>>>;
}

/**
 * Runs the parts of a run in turn: one that fails does not keep the later ones.
 *
 * @returns the counts of all parts
 * @throws the first error of a part, at the end
 */
export async function runParts(
  parts: Readonly<Record<string, () => Promise<Readonly<Record<string, number>>>>>,
  correlationId: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await attemptEach(
    Object.entries(parts),
    async ([, run]) => Object.assign(counts, await run()),
    ([part], error) =>
      log.error("schedule_part_failed", { part, correlation_id: correlationId, ...errorFields(error) }),
  );
  return counts;
}

/** Creates the Lambda handler of a scheduled task. */
export function scheduledHandler<C extends EnvironmentContract, S>(task: ScheduledTask<C, S>) {
  const services = lazy(() => task.services(readEnvironment(task.environment)));
  return async (_event: unknown, context: Context) => {
    try {
      const counts = await runBeforeDeadline(context, () => task.run(services(), context.awsRequestId));
      log.info("schedule_done", { correlation_id: context.awsRequestId, ...counts });
      return counts;
    } catch (error) {
      log.error("schedule_failed", { correlation_id: context.awsRequestId, ...errorFields(error) });
      throw error;
    }
  };
}
