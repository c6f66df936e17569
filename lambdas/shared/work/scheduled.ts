import type { Context } from "aws-lambda";
import { beforeDeadline } from "../deadline.ts";
import type { Environment, EnvironmentContract } from "../env.ts";
import { readEnvironment } from "../env.ts";
import { lazy } from "../lazy.ts";
import { errorFields, log } from "../log.ts";

/** One scheduled job: its environment, its services, and what one run does. */
export interface Scheduled<C extends EnvironmentContract, S> {
  readonly environment: C;
  readonly services: (environment: Environment<C>) => S;
  /**
   * @returns counts of what was done, for the log
   * @throws anything: the invocation fails, Lambda tries it again, then the alarm speaks
   */
  readonly run: (services: S, correlationId: string) => Promise<Readonly<Record<string, number>>>;
}

/** Makes the Lambda handler of a scheduled job. */
export function scheduled<C extends EnvironmentContract, S>(job: Scheduled<C, S>) {
  const services = lazy(() => job.services(readEnvironment(job.environment)));
  return async (_event: unknown, context: Context) => {
    try {
      const counts = await beforeDeadline(context, () => job.run(services(), context.awsRequestId));
      log.info("schedule_done", { correlation_id: context.awsRequestId, ...counts });
      return counts;
    } catch (error) {
      log.error("schedule_failed", { correlation_id: context.awsRequestId, ...errorFields(error) });
      throw error;
    }
  };
}
