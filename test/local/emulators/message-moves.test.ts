import { expect, it } from "vitest";
import { MessageMoves } from "../../../lib/local/emulators/message-moves.ts";
import type { SqsEmulator } from "../../../lib/local/emulators/sqs-emulator.ts";
import { until } from "../until.ts";
import { StartedEmulators } from "./started-emulators.ts";

const emulators = new StartedEmulators();

const unpaced = async () => undefined;

/** The messages of a queue, those in flight too. */
async function countOf(queue: string): Promise<number> {
  const { sqs } = emulators;
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
  const { sqs } = emulators;
  for (const QueueName of [from, to]) await sqs.call("CreateQueue", { QueueName });
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
  const { sqs, moves } = await movesOf("work");
  const MessageAttributes = {
    correlation_id: { DataType: "String", StringValue: "request-1" },
    data: { DataType: "Binary", BinaryValue: "AAEC" },
  };
  await sqs.call("SendMessage", { QueueUrl: sqs.url("work-dlq"), MessageBody: '{"id":1}', MessageAttributes });
  expect(moves.answer("StartMessageMoveTask", { SourceArn: arnOf("work-dlq") }).status).toBe(200);
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
  const { sqs } = emulators;
  for (const QueueName of [name, `${name}-dlq`]) await sqs.call("CreateQueue", { QueueName });
  return { sqs, moves: new MessageMoves(sqs, new Map([[`${name}-dlq`, [name]]]), pause) };
}

const MISSING = [404, "ResourceNotFoundException"] as const;
const INVALID = [400, "InvalidParameterValue"] as const;

it.each([
  ["Start", { SourceArn: arnOf("nowhere-dlq") }, ...MISSING, "SourceArn"],
  ["List", { SourceArn: arnOf("nowhere-dlq") }, ...MISSING, "SourceArn"],
  ["Start", { SourceArn: "arn:aws:sqs:us-east-1:111111111111:refused-dlq" }, ...MISSING, "SourceArn"],
  ["Start", { SourceArn: arnOf("refused-dlq"), DestinationArn: arnOf("nowhere") }, ...MISSING, "DestinationArn"],
  ["Start", { SourceArn: arnOf("refused") }, ...INVALID, "Dead Letter Queue"],
  ["Cancel", { TaskHandle: "none" }, ...MISSING, "task"],
  ...[0, 501, 1.5, "many"].map((most) => {
    const input = { SourceArn: arnOf("refused-dlq"), MaxNumberOfMessagesPerSecond: most };
    return ["Start", input, ...INVALID, "MaxNumberOfMessagesPerSecond"] as const;
  }),
] as const)("%s of a move of %j is refused: %i %s", async (operation, input, status, type, words) => {
  const { moves } = await movesOf("refused");
  const answer = moves.answer(`${operation}MessageMoveTask${operation === "List" ? "s" : ""}`, input);
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
