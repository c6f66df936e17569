import { expect, it } from "vitest";
import * as z from "zod/mini";
import { RetryLater } from "../../../lambdas/shared/work/message-outcome.ts";
import type { GiveUpResult } from "../../../lambdas/shared/work/worker.ts";
import { sqsWorker } from "../../../lambdas/shared/work/worker.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { sqsEvent } from "../../emulators/sqs-event.ts";

const log = capturedLog();
/** The number of receives after which SQS dead-letters a message. */
const MAX_RECEIVES = 5;

/** Receives a message that always fails, as often as SQS would, and returns the receive counts of the lines about it. */
async function deadLettered(giveUp: () => Promise<GiveUpResult>): Promise<unknown[]> {
  const handler = sqsWorker({
    environment: {},
    message: z.object({}),
    services: () => ({ maxReceiveCount: MAX_RECEIVES, visibility: { change: async () => undefined } }),
    work: () => Promise.reject(new RetryLater("timeout", 20)),
    giveUp,
  });
  for (let receiveCount = 1; receiveCount <= MAX_RECEIVES; receiveCount += 1)
    await handler(sqsEvent({ body: {}, receiveCount }));
  return log.lines("message_dead_lettered").map(({ receive_count }) => receive_count);
}

it.each([
  ["that is given up", async () => "return_message" as const, [MAX_RECEIVES]],
  ["whose failure can't be recorded", () => Promise.reject(new Error("the table is away")), [MAX_RECEIVES]],
  ["that has nothing to redrive, and is deleted", async () => "delete_message" as const, []],
])("a message %s is said to be dead-lettered at its last receive if SQS then takes it", async (_, giveUp, counts) => {
  expect(await deadLettered(giveUp)).toEqual(counts);
});
