import type { Context } from "aws-lambda";
import { runBeforeDeadline } from "../deadline.ts";
import type { Environment, EnvironmentContract } from "../env.ts";
import { readEnvironment } from "../env.ts";
import { lazy } from "../lazy.ts";
import { errorFields, log } from "../log.ts";

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
