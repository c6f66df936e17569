import { errorFields, log } from "../log.ts";
import type { Queue } from "./queue.ts";

/**
 * Sends the message for a thing that is pending in its table already.
 *
 * A queue that does not take it is no reason to refuse: the thing is safe in the table, and the reconcile schedule sends
 * what the queue never got. An alarm counts the log line.
 *
 * @param name the queue's, without the stage
 * @param delaySeconds as for `Queue.send`
 */
export async function sendOrLeave<M>(
  queue: Queue<M>,
  name: string,
  message: M,
  correlationId: string,
  delaySeconds?: number,
): Promise<void> {
  try {
    await queue.send(message, correlationId, delaySeconds);
  } catch (error) {
    log.error("send_left_to_reconcile", { queue: name, correlation_id: correlationId, ...errorFields(error) });
  }
}
