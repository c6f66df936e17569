import { ok } from "../shared/http/answer.ts";
import { bodyOf } from "../shared/http/body-of.ts";
import { queueDepths } from "./routes.ts";
import type { OperationsOperation } from "./services.ts";

export const listQueues: OperationsOperation<"listQueues"> = async (_, services) => {
  const depths = await services.queues.readDepths(services.clock.now());
  return ok({ queues: depths.map((queue) => bodyOf(queueDepths, queue)) });
};
