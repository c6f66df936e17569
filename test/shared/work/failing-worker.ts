import * as z from "zod/mini";
import { AttemptsExhausted, PoisonMessage, RetryLater } from "../../../lambdas/shared/work/message-outcome.ts";
import { sqsWorker } from "../../../lambdas/shared/work/worker.ts";
import { socketError } from "../../emulators/socket-errors.ts";
import { sqsEvent } from "../../emulators/sqs-event.ts";

/** The number of receives after which SQS dead-letters a message of the worker. */
const MAX_RECEIVES = 5;

/** How a message ends badly. */
export interface BadEnd {
  readonly thrown: unknown;
  /** Whether the queue is away as well, so that the failure can't be recorded. */
  readonly isQueueAway?: true;
}

/** The bad ends of a message at its last attempt: of each kind of line that names a fault at least one. */
export const BAD_ENDS: readonly BadEnd[] = [
  { thrown: new RetryLater("name_not_resolved", 60) },
  { thrown: new RetryLater("something_new", 60) },
  { thrown: new AttemptsExhausted("http_error") },
  { thrown: new TypeError("a is undefined") },
  { thrown: new PoisonMessage("message_not_understood") },
  { thrown: new TypeError("a is undefined"), isQueueAway: true },
];

/** A worker receives a message at its last attempt and throws; what it logs is the caller's to capture. */
export async function receiveFailing({ thrown, isQueueAway }: BadEnd): Promise<void> {
  const handler = sqsWorker({
    environment: {},
    message: z.object({ name: z.string() }),
    services: () => ({
      maxReceiveCount: MAX_RECEIVES,
      visibility: {
        async change() {
          if (isQueueAway) throw socketError("refused");
        },
      },
    }),
    async work() {
      throw thrown;
    },
    giveUp: async () => "return_message" as const,
  });
  await handler(sqsEvent({ body: { name: "a" }, receiveCount: MAX_RECEIVES - 1 }));
}
