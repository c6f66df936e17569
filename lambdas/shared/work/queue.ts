import type { SendMessageBatchRequestEntry } from "@aws-sdk/client-sqs";
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { boundedCalls, CALL_LIMITS, withoutLog } from "../aws-client.ts";
import { derivedId } from "../derived-id.ts";
import type { LogFields } from "../log.ts";
import { errorFields, log } from "../log.ts";
import { attemptEach } from "./attempt-each.ts";

export interface Outgoing<M> {
  readonly message: M;
  /** As in `Queue.send`. */
  readonly delaySeconds?: number;
}

export interface Sent<M> {
  /** The messages that the queue did not accept, in order; empty if it accepted all. */
  readonly unsent: readonly Outgoing<M>[];
  /** The reason; null if it accepted all. */
  readonly error: unknown;
}

export interface Queue<M> {
  /**
   * @param correlationId id of the request or schedule run that caused the message; travels as an attribute
   * @param delaySeconds whole seconds until it may be received, 0 to 900 (SQS limit); at once without
   */
  send(message: M, correlationId: string, delaySeconds?: number): Promise<void>;
  /**
   * Sends messages in batches of ten. Messages that a batch refuses for a transient reason are sent once more. Never throws:
   * if the queue fails, the remaining messages are unsent.
   *
   * @param correlationId as in `send`
   */
  sendAll(outgoing: readonly Outgoing<M>[], correlationId: string): Promise<Sent<M>>;
}

/** The container's only SQS client. */
export function queueClient(): SQSClient {
  return withoutLog(new SQSClient(boundedCalls(CALL_LIMITS.sqs)));
}

/** Messages in one batch (SQS limit). */
const BATCH = 10;

/** A queue whose messages are JSON. @param url the queue's URL */
export function jsonQueue<M>(client: SQSClient, url: string): Queue<M> {
  /** @returns the refused messages of the batch */
  async function sendBatch(batch: readonly Outgoing<M>[], correlationId: string): Promise<RefusedEntry<M>[]> {
    const Entries = batch.map(({ message, delaySeconds }, index): SendMessageBatchRequestEntry => {
      return { Id: String(index), ...messageOf(message, correlationId, delaySeconds) };
    });
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    return Failed.flatMap(({ Id, Code, SenderFault = false }) => {
      const outgoing = batch[Number(Id)];
      return outgoing === undefined ? [] : [{ outgoing, code: Code ?? "unknown", isPermanent: SenderFault }];
    });
  }

  return {
    async sendAll(outgoing, correlationId) {
      const unsent: Outgoing<M>[] = [];
      let error: unknown = null;
      for (let first = 0; first < outgoing.length; first += BATCH) {
        try {
          const refused = await sendBatch(outgoing.slice(first, first + BATCH), correlationId);
          const again = refused.filter(({ isPermanent }) => !isPermanent);
          const left = [
            ...refused.filter(({ isPermanent }) => isPermanent),
            ...(again.length === 0
              ? []
              : await sendBatch(
                  again.map((entry) => entry.outgoing),
                  correlationId,
                )),
          ];
          if (left.length > 0) error = new Error(`the queue refused ${left.length} messages: ${left[0]?.code}`);
          unsent.push(...left.map((entry) => entry.outgoing));
        } catch (cause) {
          // Some messages of the batch may have been accepted: sending a message twice is harmless, losing it is not.
          return { unsent: [...unsent, ...outgoing.slice(first)], error: cause };
        }
      }
      return { unsent, error };
    },
    async send(message, correlationId, delaySeconds) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          ...messageOf(message, correlationId, delaySeconds),
        }),
      );
    },
  };
}

interface RefusedEntry<M> {
  readonly outgoing: Outgoing<M>;
  readonly code: string;
  /** The message itself is refused: a retry does not help. */
  readonly isPermanent: boolean;
}

function messageOf(message: unknown, correlationId: string, delaySeconds?: number) {
  return {
    MessageBody: JSON.stringify(message),
    ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
    MessageAttributes: { correlation_id: { DataType: "String", StringValue: correlationId } },
    ...groupOf(message),
  };
}

/**
 * The message group of a user's message: a fair queue hands out the messages of other users first while one user's take up
 * the workers (SQS guide, "Amazon SQS fair queues"). A message without a user is a group by itself.
 */
function groupOf(message: unknown): { readonly MessageGroupId?: string } {
  const userId = typeof message === "object" && message !== null && "userId" in message ? message.userId : null;
  return typeof userId === "string" ? { MessageGroupId: derivedId("message-group", userId) } : {};
}

/** When a received message becomes visible again. */
export interface Visibility {
  /** @param seconds whole seconds from now, 0 to 43,200 (SQS limit) */
  change(receiptHandle: string, seconds: number): Promise<void>;
}

export function queueVisibility(client: SQSClient, url: string): Visibility {
  return {
    async change(receiptHandle, seconds) {
      await client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: url,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: seconds,
        }),
      );
    },
  };
}

/**
 * Sends the message for a work item that its table already has as pending, or leaves it to reconcile.
 *
 * A message that the queue refuses does not fail the request: the work item is in the table, and reconcile sends the message
 * later. An alarm counts the log line.
 *
 * @param name the queue's, without the stage
 * @param delaySeconds as in `Queue.send`
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
    logLeft(name, correlationId, error);
  }
}

/**
 * Enters work items in their table, one after another, and sends the messages of the entered ones in batches; a message that
 * the queue refuses is left to reconcile, as in `sendOrLeave`. If an entry fails, the other ones are made and sent all the
 * same.
 *
 * @param name the queue's, without the stage
 * @param enter returns the message; null when nothing was entered, so that nothing is sent
 * @param about names the work item in the log line of an entry that fails
 * @returns how many were entered
 * @throws the first error of an entry, at the end
 */
export async function enterAndSend<T, M>(
  queue: Queue<M>,
  name: string,
  workItems: readonly T[],
  enter: (workItem: T) => Promise<M | null>,
  about: (workItem: T) => LogFields,
  correlationId: string,
): Promise<number> {
  const outgoing: Outgoing<M>[] = [];
  const enterNext = async (workItem: T) => {
    const message = await enter(workItem);
    if (message !== null) outgoing.push({ message });
  };
  const logFailure = (workItem: T, error: unknown) => {
    const fields = { queue: name, ...about(workItem), correlation_id: correlationId };
    log.error("work_not_entered", { ...fields, ...errorFields(error) });
  };
  try {
    await attemptEach(workItems, enterNext, logFailure);
  } finally {
    const { unsent, error } = await queue.sendAll(outgoing, correlationId);
    for (const _message of unsent) logLeft(name, correlationId, error);
  }
  return outgoing.length;
}

function logLeft(name: string, correlationId: string, error: unknown): void {
  log.error("send_left_to_reconcile", { queue: name, correlation_id: correlationId, ...errorFields(error) });
}
