import { accepted } from "../shared/http/answer.ts";
import { notFound, Rejected } from "../shared/http/rejected.ts";
import { log } from "../shared/log.ts";
import type { OperationsOperation } from "./services.ts";

/** Starts a redrive; SQS moves the messages asynchronously. */
export const redriveQueue: OperationsOperation<"redriveQueue"> = async (
  { caller, params, correlationId },
  { queues },
) => {
  const queue = queues.find(params.name);
  if (queue === undefined) throw notFound("queue", "name");
  if (!(await queues.redrive(queue))) {
    throw new Rejected(409, "redrive_in_progress", "A redrive of this queue is under way already.");
  }
  log.info("redrive_started", { queue: queue.name, by: caller.userId, correlation_id: correlationId });
  return accepted({ name: queue.name });
};
