import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { boundedCalls, CALL_LIMITS } from "../aws-client.ts";

/** Sends messages of one kind to one queue. */
export interface Queue<M> {
  /**
   * @param correlationId id of the request or schedule run that caused the message; travels as an attribute
   * @param delaySeconds whole seconds until it may be received, 0 to 900 (SQS limit); at once without
   */
  send(message: M, correlationId: string, delaySeconds?: number): Promise<void>;
}

/** The container's one SQS client. */
export function queueClient(): SQSClient {
  return new SQSClient(boundedCalls(CALL_LIMITS.sqs));
}

/** A queue whose messages are JSON. @param url the queue's URL */
export function jsonQueue<M>(client: SQSClient, url: string): Queue<M> {
  return {
    async send(message, correlationId, delaySeconds) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: JSON.stringify(message),
          ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
          MessageAttributes: { correlation_id: { DataType: "String", StringValue: correlationId } },
        }),
      );
    },
  };
}

/** When a received message shall be seen again. */
export interface Visibility {
  /** @param seconds whole seconds from now, 0 to 43,200 (SQS limit) */
  change(receiptHandle: string, seconds: number): Promise<void>;
}

/** Changes the visibility of messages received from one queue. */
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
