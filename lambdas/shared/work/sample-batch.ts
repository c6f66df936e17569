import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { Sample } from "../warm-up-handler.ts";

/** A message for the warm-up of a worker: of a work item that no table has, so that the worker has nothing to do. */
export function sampleBatch(message: object): Sample<SQSEvent, SQSBatchResponse> {
  const record = {
    messageId: "warm-up",
    receiptHandle: "warm-up",
    body: JSON.stringify(message),
    attributes: { ApproximateReceiveCount: "1" },
    messageAttributes: {},
    eventSourceARN: "",
  };
  return {
    event: () => ({ Records: [record] }) as unknown as SQSEvent,
    isDone: ({ batchItemFailures }) => batchItemFailures.length === 0,
  };
}
