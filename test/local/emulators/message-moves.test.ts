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
