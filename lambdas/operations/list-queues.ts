import { ok } from "../shared/http/answer.ts";
import type { OperationsOperation } from "./services.ts";

export const listQueues: OperationsOperation<"listQueues"> = async (_, services) => {
  const depths = await services.queues.readDepths(services.clock.now());
  return ok({
    queues: depths.map((queue) => ({
      name: queue.name,
      depth: queue.depth,
      in_flight: queue.inFlight,
      dlq_depth: queue.dlqDepth,
      oldest_age_seconds: queue.oldestAgeSeconds,
    })),
  });
};
