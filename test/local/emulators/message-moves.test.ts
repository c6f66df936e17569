import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Emulators } from "../../../lib/local/emulators/emulators.ts";
import { startEmulators } from "../../../lib/local/emulators/emulators.ts";
import { MessageMoves } from "../../../lib/local/emulators/message-moves.ts";
import { SqsEmulator } from "../../../lib/local/emulators/sqs-emulator.ts";
import { temporaryFolder } from "../system.ts";
import { until } from "../until.ts";

const DEAD_LETTERS = "arn:aws:sqs:us-east-1:000000000000:work-dlq";

const folder = temporaryFolder();
let emulators: Emulators;

beforeAll(async () => {
  emulators = await startEmulators(join(folder.path, "sqs"), false);
});

afterAll(async () => {
  await emulators.close();
  folder.remove();
});

/** The messages of a queue, those in flight too. */
async function countOf(queue: string): Promise<number> {
  const sqs = new SqsEmulator(emulators.fauxqs);
  const names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"];
  const answer = await sqs.call("GetQueueAttributes", { QueueUrl: sqs.url(queue), AttributeNames: names });
  const { Attributes } = answer as { readonly Attributes: Readonly<Record<string, string>> };
  return names.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}

it.each([
  ["sending", "call"],
  ["deletion", "delete"],
])("a redriven message whose %s fails is in one of the queues at every moment", async (_what, broken) => {
  const [from, to] = [`${broken}-dlq`, broken];
  for (const QueueName of [from, to]) await new SqsEmulator(emulators.fauxqs).call("CreateQueue", { QueueName });
  const sqs = new SqsEmulator(emulators.fauxqs);
  await sqs.call("SendMessage", { QueueUrl: sqs.url(from), MessageBody: "{}" });
  const counts: number[] = [];
  const breaking = new Proxy(sqs, {
    get: (of, name: keyof SqsEmulator) => {
      const method = of[name];
      if (typeof method !== "function" || name === "url") return method;
      return async (...given: never[]) => {
        counts.push((await countOf(from)) + (await countOf(to)));
        if (name === broken) throw new Error(`${name} is broken`);
        return (method as (...given: never[]) => unknown).apply(of, given);
      };
    },
  });
  const moves = new MessageMoves(breaking, new Map([[from, [to]]]));
  moves.answer("StartMessageMoveTask", { SourceArn: `arn:aws:sqs:us-east-1:000000000000:${from}` });
  await moves.settle();
  expect(await countOf(from)).toBe(1);
  expect(Math.min(...counts)).toBe(1);
});

it("a redriven message keeps its body and its attributes, the correlation id among them", async () => {
  const sqs = new SqsEmulator(emulators.fauxqs);
  for (const QueueName of ["work", "work-dlq"]) await sqs.call("CreateQueue", { QueueName });
  const MessageAttributes = {
    correlation_id: { DataType: "String", StringValue: "request-1" },
    data: { DataType: "Binary", BinaryValue: "AAEC" },
  };
  await sqs.call("SendMessage", { QueueUrl: sqs.url("work-dlq"), MessageBody: '{"id":1}', MessageAttributes });
  const moves = new MessageMoves(sqs, new Map([["work-dlq", ["work"]]]));
  const { status } = moves.answer("StartMessageMoveTask", { SourceArn: DEAD_LETTERS });
  expect(status).toBe(200);
  const [moved] = await until(
    "the message is moved",
    () => sqs.receive("work", 1, 0, 30),
    (messages) => messages.length === 1,
  );
  expect(moved).toMatchObject({ Body: '{"id":1}', MessageAttributes });
  await moves.settle();
});
