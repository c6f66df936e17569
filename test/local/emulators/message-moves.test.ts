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

const unpaced = async () => undefined;

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
  const moves = new MessageMoves(breaking, new Map([[from, [to]]]), unpaced);
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
  const moves = new MessageMoves(sqs, new Map([["work-dlq", ["work"]]]), unpaced);
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

const arnOf = (queue: string) => `arn:aws:sqs:us-east-1:000000000000:${queue}`;
const parsed = ({ body }: { readonly body: Buffer }) => JSON.parse(body.toString());

/** Moves of a dead-letter queue and its source, which have the given name. */
async function movesOf(name: string, pause = unpaced as (seconds: number) => Promise<unknown>) {
  const sqs = new SqsEmulator(emulators.fauxqs);
  for (const QueueName of [name, `${name}-dlq`]) await sqs.call("CreateQueue", { QueueName });
  return { sqs, moves: new MessageMoves(sqs, new Map([[`${name}-dlq`, [name]]]), pause) };
}

it.each([
  ["StartMessageMoveTask", { SourceArn: arnOf("nowhere-dlq") }, 404, "ResourceNotFoundException", "SourceArn"],
  ["ListMessageMoveTasks", { SourceArn: arnOf("nowhere-dlq") }, 404, "ResourceNotFoundException", "SourceArn"],
  [
    "StartMessageMoveTask",
    { SourceArn: "arn:aws:sqs:us-east-1:111111111111:refused-dlq" },
    404,
    "ResourceNotFoundException",
    "SourceArn",
  ],
  [
    "StartMessageMoveTask",
    { SourceArn: arnOf("refused-dlq"), DestinationArn: arnOf("nowhere") },
    404,
    "ResourceNotFoundException",
    "DestinationArn",
  ],
  ["StartMessageMoveTask", { SourceArn: arnOf("refused") }, 400, "InvalidParameterValue", "Dead Letter Queue"],
  ["CancelMessageMoveTask", { TaskHandle: "none" }, 404, "ResourceNotFoundException", "task"],
  ...[0, 501, 1.5, "many"].map(
    (most) =>
      [
        "StartMessageMoveTask",
        { SourceArn: arnOf("refused-dlq"), MaxNumberOfMessagesPerSecond: most },
        400,
        "InvalidParameterValue",
        "MaxNumberOfMessagesPerSecond",
      ] as const,
  ),
] as const)("%s of %j is refused: %i %s", async (operation, input, status, type, words) => {
  const { moves } = await movesOf("refused");
  const answer = moves.answer(operation, input);
  expect([answer.status, parsed(answer)]).toEqual([status, { __type: type, message: expect.stringContaining(words) }]);
});

it.each([
  [undefined, []],
  [4, [0.25, 0.25]],
  [500, [0.002, 0.002]],
])("a move of three messages at %s per second waits for %j seconds between them", async (most, waits) => {
  const waited: number[] = [];
  const { sqs, moves } = await movesOf(`paced-${most}`, async (seconds) => waited.push(seconds));
  const SourceArn = arnOf(`paced-${most}-dlq`);
  for (const MessageBody of ["1", "2", "3"]) {
    await sqs.call("SendMessage", { QueueUrl: sqs.url(`paced-${most}-dlq`), MessageBody });
  }
  moves.answer("StartMessageMoveTask", {
    SourceArn,
    ...(most === undefined ? {} : { MaxNumberOfMessagesPerSecond: most }),
  });
  const { Results } = await until(
    "the move has ended",
    async () => parsed(moves.answer("ListMessageMoveTasks", { SourceArn })),
    (list) => list.Results[0].Status === "COMPLETED",
  );
  expect(waited).toEqual(waits);
  expect(Results[0]).toMatchObject({ ApproximateNumberOfMessagesMoved: 3 });
  expect(Results[0].MaxNumberOfMessagesPerSecond).toBe(most);
});

it("names the queues of which a queue takes the dead letters", async () => {
  const { sqs, moves } = await movesOf("sources");
  expect(moves.sourceUrls("sources-dlq")).toEqual([sqs.url("sources")]);
  expect(moves.sourceUrls("sources")).toEqual([]);
  expect(moves.sourceUrls("nowhere")).toBeUndefined();
});
