import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import type { operationsRoutes } from "./routes.ts";
import type { OperationsServices } from "./services.ts";

/** Every queue's depths. */
export const listQueues: Operation<typeof operationsRoutes.listQueues, OperationsServices> = async (_, services) => {
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
