import type { SQSEvent, SQSRecord } from "aws-lambda";

/** A received message, with the fields that tests need. */
export interface ReceivedMessage {
  /** Default `message-1`. The receipt handle is `receipt of <id>`. */
  readonly id?: string;
  /** A text is sent unchanged, any other value as JSON. */
  readonly body: unknown;
  /** Default 1. */
  readonly receiveCount?: number;
  readonly correlationId?: string;
}

/** The event of a batch of messages. */
export function sqsEvent(...messages: readonly ReceivedMessage[]): SQSEvent {
  return { Records: messages.map(sqsRecord) };
}

/** The receipt handle of the message with this id. */
export function receiptOf(id: string): string {
  return `receipt of ${id}`;
}

function sqsRecord({ id = "message-1", body, receiveCount = 1, correlationId }: ReceivedMessage): SQSRecord {
  return {
    messageId: id,
    receiptHandle: receiptOf(id),
    body: typeof body === "string" ? body : JSON.stringify(body),
    attributes: {
      ApproximateReceiveCount: String(receiveCount),
      SentTimestamp: "1795143600000",
      SenderId: "AIDA",
      ApproximateFirstReceiveTimestamp: "1795143600001",
    },
    messageAttributes:
      correlationId === undefined ? {} : { correlation_id: { dataType: "String", stringValue: correlationId } },
    md5OfBody: "",
    eventSource: "aws:sqs",
    eventSourceARN: "arn:aws:sqs:ap-northeast-1:111111111111:oembed-fetch",
    awsRegion: "ap-northeast-1",
  };
}
