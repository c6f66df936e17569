import { errorFields, log } from "../log.ts";
import type { Outgoing, Queue } from "./queue.ts";

/**
 * Sends the message for a work item that is pending in its table already, or leaves that to reconcile.
 *
 * A message that the queue refuses does not fail the request: the work item is safe in the table, and reconcile sends the
 * message later. An alarm counts the log line.
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

/** As `sendOrLeave`, of several messages: in batches, and with a log line for each that the queue did not take. */
export async function sendAllOrLeave<M>(
  queue: Queue<M>,
  name: string,
  outgoing: readonly Outgoing<M>[],
  correlationId: string,
): Promise<void> {
  const { unsent, error } = await queue.sendAll(outgoing, correlationId);
  for (const _message of unsent) {
    log.error("send_left_to_reconcile", { queue: name, correlation_id: correlationId, ...errorFields(error) });
  }
}
