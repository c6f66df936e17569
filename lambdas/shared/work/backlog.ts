import type { SQSClient } from "@aws-sdk/client-sqs";
import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import type { Outgoing } from "./queue.ts";
import { jsonQueue } from "./queue.ts";

/**
 * Whether messages wait to be received: none; some, while others are in flight; or some, and none is in flight. Delayed
 * messages and those in flight do not wait in this sense: their work items have a time until which they are not overdue.
 */
export type Backlog = "none" | "moving" | "unread";

/** Work items whose messages the queue did not accept; none, with null as the reason, if it accepted all. */
export interface NotResent {
  readonly unsent: readonly unknown[];
  readonly error: unknown;
}

/** A queue as reconcile uses it: another kind of work items may send other messages to the same one. */
export interface ResendQueue<M> {
  sendAll(outgoing: readonly Outgoing<M>[], correlationId: string): Promise<NotResent>;
  backlog(): Promise<Backlog>;
}

/** A queue to which messages are sent again, unless they may still be in it. @param url the queue's URL */
export function resendQueue<M>(client: SQSClient, url: string): ResendQueue<M> {
  return {
    sendAll: jsonQueue<M>(client, url).sendAll,
    async backlog() {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: url,
          AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
        }),
      );
      if (Attributes.ApproximateNumberOfMessages === "0") return "none";
      return Attributes.ApproximateNumberOfMessagesNotVisible === "0" ? "unread" : "moving";
    },
  };
}
