import type { Message } from "@aws-sdk/client-sqs";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import type { SmokedSystem } from "./smoked-system.ts";

type Queues = Pick<SmokedSystem, "sqs" | "stage">;

/** More than ten times as many messages as a run can leave. */
const MOST_RECEIVES = 20;

/** Puts a message into the dead-letter queue of a queue, as if its attempts were used up. */
export async function plantDeadLetter(queue: string, body: object, queues: Queues): Promise<void> {
  const QueueUrl = await urlOf(queue, queues);
  await queues.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(body) }));
}

/**
 * Deletes a queue's dead letters whose body contains one of these words; the others stay.
 *
 * @param waitSeconds how long to wait for one in transit, 1 to 20
 * @returns their number
 */
export async function dropDeadLetters(
  queue: string,
  words: ReadonlySet<string>,
  waitSeconds: number,
  queues: Queues,
): Promise<number> {
  const { sqs } = queues;
  const QueueUrl = await urlOf(queue, queues);
  const others: Message[] = [];
  let dropped = 0;
  for (let receives = 0; receives < MOST_RECEIVES; receives += 1) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        // After the first receive, only letters that are already there count.
        WaitTimeSeconds: receives === 0 ? waitSeconds : 1,
        VisibilityTimeout: 60,
      }),
    );
    if (Messages.length === 0) break;
    for (const message of Messages) {
      if (![...words].some((word) => message.Body?.includes(word))) {
        others.push(message);
        continue;
      }
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
      dropped += 1;
    }
  }
  for (const { ReceiptHandle } of others) {
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  }
  return dropped;
}

async function urlOf(queue: string, { sqs, stage }: Queues): Promise<string | undefined> {
  return (await sqs.send(new GetQueueUrlCommand({ QueueName: `${stage}-${queue}-dlq` }))).QueueUrl;
}
