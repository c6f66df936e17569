import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { SQSEvent } from "aws-lambda";
import { afterEach, describe, expect, it } from "vitest";
import { InFlight } from "../../../lib/local/emulators/in-flight.ts";
import type { EventSource } from "../../../lib/local/events/poller.ts";
import { Poller } from "../../../lib/local/events/poller.ts";
import type { InvocationOutcome } from "../../../lib/local/functions/execution-environment.ts";
import type { LocalFunction } from "../../../lib/local/functions/local-function.ts";
import { StartedEmulators } from "../emulators/started-emulators.ts";
import { until } from "../until.ts";

const emulators = new StartedEmulators();
const pollers: Poller[] = [];

afterEach(async () => {
  await Promise.all(pollers.splice(0).map((poller) => poller.stop(1_000)));
});

const succeeded = (result: unknown): InvocationOutcome => ({ ok: true, result });

/** A queue with messages, and a poller that passes them to `answer` once it is started. */
async function queueWith(
  bodies: readonly string[],
  answer: (event: SQSEvent, invocation: number) => Promise<InvocationOutcome> | InvocationOutcome,
  changes: Partial<EventSource> = {},
) {
  const queue = `queue-${randomUUID()}`;
  await emulators.sqs.call("CreateQueue", { QueueName: queue });
  const send = (body: string) =>
    emulators.sqs.call("SendMessage", { QueueUrl: emulators.sqs.url(queue), MessageBody: body });
  for (const body of bodies) await send(body);
  const events: SQSEvent[] = [];
  const invoke = async (event: unknown) => {
    events.push(event as SQSEvent);
    return answer(event as SQSEvent, events.length);
  };
  const source: EventSource = {
    queue,
    queueArn: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
    visibilityTimeout: 5,
    batchSize: 10,
    batchingWindow: 0,
    maxConcurrency: 5,
    reportsPartialFailures: true,
    function: { invoke } as unknown as LocalFunction,
    ...changes,
  };
  const inFlight = new InFlight(new DatabaseSync(":memory:"));
  const poller = new Poller(source, { sqs: emulators.sqs, inFlight, scale: 0.01, region: "us-east-1" });
  pollers.push(poller);
  return {
    queue,
    events,
    inFlight,
    send,
    start: () => poller.start(),
    /** Every receive so far, as body and receive count. */
    deliveries: () =>
      events.flatMap(({ Records }) =>
        Records.map(({ body, attributes }) => `${body} ${attributes.ApproximateReceiveCount}`),
      ),
    left: () => count(queue),
    empty: () =>
      until(
        "the queue is empty",
        () => count(queue),
        (messages) => messages.visible + messages.hidden === 0,
      ),
  };
}

async function count(queue: string): Promise<{ visible: number; hidden: number }> {
  const { Attributes } = await emulators.sqs.call<{ Attributes: Record<string, string> }>("GetQueueAttributes", {
    QueueUrl: emulators.sqs.url(queue),
    AttributeNames: ["All"],
  });
  return {
    visible: Number(Attributes.ApproximateNumberOfMessages),
    hidden: Number(Attributes.ApproximateNumberOfMessagesNotVisible),
  };
}

const FAILED: InvocationOutcome = { ok: false, errorType: "Error", errorMessage: "", stack: "" };

const idOf = (event: SQSEvent, body: string) => event.Records.find((record) => record.body === body)?.messageId;

describe("the result of a batch", () => {
  const all = ["a", "b", "c"];

  it.each<[string, (event: SQSEvent) => InvocationOutcome, readonly string[]]>([
    ["no failures: done", () => succeeded({ batchItemFailures: [] }), []],
    ["null for failures: done", () => succeeded({ batchItemFailures: null }), []],
    ["nothing about failures: done", () => succeeded({}), []],
    ["nothing at all: done", () => succeeded(null), []],
    ["one failed: that one again", (e) => succeeded({ batchItemFailures: [{ itemIdentifier: idOf(e, "b") }] }), ["b"]],
    [
      "all failed: all again",
      ({ Records }) =>
        succeeded({ batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })) }),
      all,
    ],
    ["an unknown id: all again", () => succeeded({ batchItemFailures: [{ itemIdentifier: "nobody" }] }), all],
    ["an empty id: all again", () => succeeded({ batchItemFailures: [{ itemIdentifier: "" }] }), all],
    ["null for an id: all again", () => succeeded({ batchItemFailures: [{ itemIdentifier: null }] }), all],
    ["a wrong name for the id: all again", () => succeeded({ batchItemFailures: [{ id: "x" }] }), all],
    ["an error: all again", () => FAILED, all],
  ])("%s", async (_what, answer, again) => {
    const work = await queueWith(all, (event, n) => (n === 1 ? answer(event) : succeeded(null)));
    work.start();
    await until(
      "what failed came again",
      () => work.deliveries().length,
      (n) => n >= all.length + again.length,
    );
    await work.empty();
    expect(work.events[0]?.Records.map(({ body }) => body).sort()).toEqual(all);
    expect(work.deliveries().sort()).toEqual(
      [...all.map((body) => `${body} 1`), ...again.map((body) => `${body} 2`)].sort(),
    );
    expect(work.inFlight.leftOver()).toEqual([]);
  });

  it("is ignored when the mapping does not ask for partial failures", async () => {
    const failures = (event: SQSEvent) => succeeded({ batchItemFailures: [{ itemIdentifier: idOf(event, "a") }] });
    const work = await queueWith(all, failures, { reportsPartialFailures: false });
    work.start();
    await work.empty();
    expect(work.deliveries().sort()).toEqual(["a 1", "b 1", "c 1"]);
  });
});

it("a batch has at most the configured number of messages, and every message is received once", async () => {
  const bodies = Array.from({ length: 23 }, (_, index) => `m${index}`);
  const work = await queueWith(bodies, () => succeeded(null), { batchSize: 5 });
  work.start();
  await expect.poll(() => work.deliveries().length, { message: "all have come" }).toBeGreaterThanOrEqual(bodies.length);
  await work.empty();
  expect(work.deliveries().sort()).toEqual(bodies.map((body) => `${body} 1`).sort());
  expect(Math.max(...work.events.map(({ Records }) => Records.length))).toBe(5);
});

it("a batch waits for more messages as long as its window", async () => {
  const work = await queueWith(["a"], () => succeeded(null), { batchSize: 3, batchingWindow: 1_000 });
  work.start();
  // Ten seconds, scaled: the batch is full long before they have passed.
  await until(
    "the first is taken",
    () => work.left(),
    ({ hidden }) => hidden === 1,
  );
  for (const body of ["b", "c", "d"]) await work.send(body);
  await expect.poll(() => work.events.length, { message: "the batch is full" }).toBeGreaterThanOrEqual(1);
  expect(work.events[0]?.Records.map(({ body }) => body)).toEqual(["a", "b", "c"]);
});

it("no more batches run concurrently than the mapping allows", async () => {
  const may = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const work = await queueWith(
    ["a", "b", "c", "d", "e"],
    async () => {
      running += 1;
      most = Math.max(most, running);
      await may.promise;
      running -= 1;
      return succeeded(null);
    },
    { batchSize: 1, maxConcurrency: 2 },
  );
  work.start();
  await expect.poll(() => running, { message: "two run" }).toBe(2);
  expect(await work.left()).toEqual({ visible: 3, hidden: 2 });
  may.resolve();
  await work.empty();
  expect(most).toBe(2);
  expect(work.deliveries().sort()).toEqual(["a 1", "b 1", "c 1", "d 1", "e 1"]);
});

describe("a message whose function is running", () => {
  it("is not received again, however short its scaled visibility, or a wait that was set meanwhile", async () => {
    const may = Promise.withResolvers<void>();
    let others = 0;
    const work = await queueWith(
      ["long"],
      async (event) => {
        const [record] = event.Records;
        if (record?.body === "long") {
          // As a worker does that returns its message at once.
          work.inFlight.postpone(record.receiptHandle, 0);
          await may.promise;
          return succeeded(null);
        }
        others += 1;
        // It fails twice: two visibility time-outs pass while the other message's function runs.
        return others < 3 ? FAILED : succeeded(null);
      },
      { batchSize: 1, visibilityTimeout: 5 },
    );
    work.start();
    await expect.poll(() => work.events.length, { message: "it runs" }).toBe(1);
    await work.send("other");
    await expect.poll(() => others, { message: "the other one is done" }).toBe(3);
    expect(work.deliveries().filter((delivery) => delivery.startsWith("long"))).toEqual(["long 1"]);
    may.resolve();
    await work.empty();
    expect(work.deliveries().filter((delivery) => delivery.startsWith("long"))).toEqual(["long 1"]);
  });

  it("is received again after the wait that its function set", async () => {
    const at: number[] = [];
    const work = await queueWith(["back"], (event, invocation) => {
      at.push(Date.now());
      if (invocation > 1) return succeeded(null);
      work.inFlight.postpone(String(event.Records[0]?.receiptHandle), 0.4);
      return FAILED;
    });
    work.start();
    await expect.poll(() => at.length, { message: "it came again" }).toBe(2);
    expect(Number(at[1]) - Number(at[0])).toBeGreaterThanOrEqual(395);
  });

  it.each([1, 5])("may be deleted meanwhile, and the poller of %i batches continues", async (maxConcurrency) => {
    const work = await queueWith(
      ["purged"],
      async (event) => {
        if (event.Records[0]?.body !== "purged") return succeeded(null);
        await emulators.sqs.call("PurgeQueue", { QueueUrl: emulators.sqs.url(work.queue) });
        return FAILED;
      },
      { maxConcurrency, batchSize: 1 },
    );
    work.start();
    await expect.poll(() => work.events.length, { message: "it ran" }).toBe(1);
    await work.send("next");
    await until(
      "the next one came",
      () => work.deliveries(),
      (deliveries) => deliveries.includes("next 1"),
    );
    await work.empty();
    await expect.poll(() => work.inFlight.leftOver().length, { message: "nothing is noted as running" }).toBe(0);
  });
});

it("an event has the fields of Lambda's", async () => {
  const work = await queueWith([], () => succeeded(null));
  await emulators.sqs.call("SendMessage", {
    QueueUrl: emulators.sqs.url(work.queue),
    MessageBody: "hello",
    MessageAttributes: { correlation_id: { DataType: "String", StringValue: "c-1" } },
  });
  work.start();
  await work.empty();
  await expect.poll(() => work.events.length, { message: "it came" }).toBe(1);
  expect(work.events[0]?.Records).toEqual([
    {
      messageId: expect.stringMatching(/./),
      receiptHandle: expect.stringMatching(/./),
      body: "hello",
      attributes: expect.objectContaining({
        ApproximateReceiveCount: "1",
        SentTimestamp: expect.stringMatching(/^\d{13}$/),
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
      }),
      messageAttributes: {
        correlation_id: expect.objectContaining({ dataType: "String", stringValue: "c-1" }),
      },
      md5OfBody: "5d41402abc4b2a76b9719d911017c592",
      eventSource: "aws:sqs",
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${work.queue}`,
      awsRegion: "us-east-1",
    },
  ]);
});
