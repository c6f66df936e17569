import type { SqsEmulator } from "../emulators/sqs-emulator.ts";
import { nameOfArn } from "../template/identities.ts";
import type { Template } from "../template/template.ts";

/** A queue of the template. Seconds are unscaled. */
export interface LocalQueue {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly visibilityTimeout: number;
  /** Physical name of its dead-letter queue. */
  readonly deadLetters: string | undefined;
}

/** Creates the template's queues; existing ones get its attributes. */
export async function ensureQueues(template: Template, sqs: SqsEmulator): Promise<LocalQueue[]> {
  const queues: LocalQueue[] = [];
  const redrives: [string, string][] = [];
  for (const { ref, attributes, properties } of template.ofType("AWS::SQS::Queue")) {
    const name = String(attributes.QueueName);
    const redrive = properties.RedrivePolicy as { deadLetterTargetArn: string; maxReceiveCount: number } | undefined;
    const visibilityTimeout = Number(properties.VisibilityTimeout ?? 30);
    await sqs.call("CreateQueue", { QueueName: name });
    await sqs.call("SetQueueAttributes", {
      QueueUrl: sqs.url(name),
      Attributes: {
        VisibilityTimeout: String(visibilityTimeout),
        MessageRetentionPeriod: String(properties.MessageRetentionPeriod ?? 345_600),
        DelaySeconds: String(properties.DelaySeconds ?? 0),
      },
    });
    if (redrive !== undefined) redrives.push([name, JSON.stringify(redrive)]);
    const deadLetters = redrive && nameOfArn(redrive.deadLetterTargetArn);
    queues.push({ name, arn: String(attributes.Arn), url: ref, visibilityTimeout, deadLetters });
  }
  // Last: a redrive policy requires its dead-letter queue to exist.
  for (const [name, RedrivePolicy] of redrives) {
    await sqs.call("SetQueueAttributes", { QueueUrl: sqs.url(name), Attributes: { RedrivePolicy } });
  }
  return queues;
}

/** Dead-letter queues with the queues that each serves, by physical name. */
export function deadLetterSources(queues: readonly LocalQueue[]): ReadonlyMap<string, readonly string[]> {
  const sources = new Map<string, string[]>();
  for (const { name, deadLetters } of queues) {
    if (deadLetters !== undefined) sources.set(deadLetters, [...(sources.get(deadLetters) ?? []), name]);
  }
  return sources;
}
