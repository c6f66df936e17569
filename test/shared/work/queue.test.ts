import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { resendQueue } from "../../../lambdas/shared/work/backlog.ts";
import { enterAndSend, jsonQueue, queueVisibility, sendOrLeave } from "../../../lambdas/shared/work/queue.ts";
import { capturedLog } from "../../emulators/captured-log.ts";

const client = new SQSClient({ region: "ap-northeast-1" });
const sqs = mockClient(client);
const queue = jsonQueue<number>(client, "https://sqs.example/queue");
const outgoing = (count: number) => Array.from({ length: count }, (_, message) => ({ message, delaySeconds: message }));
const sent = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .map(({ args: [{ input }] }) => input.Entries?.map(({ MessageBody }) => Number(MessageBody)));

const log = capturedLog();

beforeEach(() => sqs.reset());

describe("a message", () => {
  const attributes = { correlation_id: { DataType: "String", StringValue: "correlation-1" } };

  it("is sent as JSON with the correlation id, and with a delay if there is one", async () => {
    sqs.on(SendMessageCommand).resolves({});
    await queue.send(7, "correlation-1");
    await sendOrLeave(queue, "crawl", 8, "correlation-1", 0);
    const message = { QueueUrl: "https://sqs.example/queue", MessageAttributes: attributes };
    expect(sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input)).toStrictEqual([
      { ...message, MessageBody: "7" },
      { ...message, MessageBody: "8", DelaySeconds: 0 },
    ]);
    expect(log.raw).toEqual([]);
  });

  it("has a group for its user, without naming the user, alone and in a batch", async () => {
    sqs.on(SendMessageCommand).resolves({});
    sqs.on(SendMessageBatchCommand).resolves({});
    const users = jsonQueue<{ readonly userId: string; readonly page: number }>(client, "https://sqs.example/queue");
    await users.send({ userId: "alice", page: 1 }, "correlation-1");
    await users.sendAll([{ message: { userId: "alice", page: 2 } }, { message: { userId: "bob", page: 1 } }], "run-1");
    const [alone] = sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input.MessageGroupId);
    const [both] = sqs.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.Entries);
    expect(alone).toMatch(/^[0-9a-f-]{36}$/);
    expect(both?.map(({ MessageGroupId }) => MessageGroupId === alone)).toEqual([true, false]);
  });

  it("is left to reconcile where the queue refuses it, with a log line", async () => {
    sqs.on(SendMessageCommand).rejects(new Error("queue away"));
    await sendOrLeave(queue, "crawl", 7, "correlation-1");
    expect(log.lines("send_left_to_reconcile")).toMatchObject([
      { queue: "crawl", correlation_id: "correlation-1", level: "ERROR", error_message: "queue away" },
    ]);
    await expect(queue.send(7, "correlation-1")).rejects.toThrow("queue away");
  });

  it.each([
    ["0", "0", "none"],
    ["0", "7", "none"],
    ["1", "2", "moving"],
    ["50000", "0", "unread"],
  ])("of %s visible ones, with %s in flight: %s", async (visible, inFlight, backlog) => {
    const Attributes = {
      ApproximateNumberOfMessages: visible,
      ApproximateNumberOfMessagesNotVisible: inFlight,
    };
    sqs.on(GetQueueAttributesCommand, { QueueUrl: "https://sqs.example/queue" }).resolves({ Attributes });
    const asked = resendQueue(client, "https://sqs.example/queue");
    expect(await asked.backlog()).toBe(backlog);
    // An answer that says nothing proves nothing.
    sqs.on(GetQueueAttributesCommand).resolves({});
    expect(await asked.backlog()).toBe("moving");
  });

  it("becomes visible again when its worker says", async () => {
    sqs.on(ChangeMessageVisibilityCommand).resolves({});
    await queueVisibility(client, "https://sqs.example/queue").change("receipt-1", 30);
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { QueueUrl: "https://sqs.example/queue", ReceiptHandle: "receipt-1", VisibilityTimeout: 30 },
    ]);
  });
});

describe("messages that are sent together", () => {
  it("are sent in batches of ten, each with its delay and the correlation id", async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    expect(await queue.sendAll(outgoing(23), "correlation-1")).toEqual({ unsent: [], error: null });
    expect(sent().map((batch) => batch?.length)).toEqual([10, 10, 3]);
    expect(sqs.commandCalls(SendMessageBatchCommand)[1]?.args[0].input.Entries?.[4]).toMatchObject({
      MessageBody: "14",
      DelaySeconds: 14,
      MessageAttributes: { correlation_id: { DataType: "String", StringValue: "correlation-1" } },
    });
  });

  it("are not sent when there are none", async () => {
    expect(await queue.sendAll([], "correlation-1")).toEqual({ unsent: [], error: null });
    expect(sent()).toEqual([]);
  });

  it("are sent once more if the queue refused them for a transient reason, and only those", async () => {
    const Failed = [{ Id: "2", SenderFault: false, Code: "InternalError" }];
    sqs.on(SendMessageBatchCommand).resolvesOnce({ Failed, Successful: [] }).resolves({});
    expect(await queue.sendAll(outgoing(4), "correlation-1")).toEqual({ unsent: [], error: null });
    expect(sent()).toEqual([[0, 1, 2, 3], [2]]);
  });

  it("are returned if the queue does not accept them", async () => {
    const transient = { Id: "0", SenderFault: false, Code: "InternalError" };
    const permanent = { Id: "3", SenderFault: true, Code: "InvalidMessageContents" };
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({ Failed: [transient, permanent], Successful: [] })
      .resolves({ Failed: [transient], Successful: [] });
    const { unsent, error } = await queue.sendAll(outgoing(4), "correlation-1");
    expect(unsent.map(({ message }) => message).sort()).toEqual([0, 3]);
    expect(error).toMatchObject({ message: "the queue refused 2 messages: InvalidMessageContents" });
    expect(sent()).toEqual([[0, 1, 2, 3], [0]]);
  });

  it("are sent once more where the queue gives no reason, and entries that were not sent don't count", async () => {
    const Failed = [{ Id: "1" }, { Id: "9" }] as never;
    sqs.on(SendMessageBatchCommand).resolves({ Failed });
    const { unsent, error } = await queue.sendAll(outgoing(2), "correlation-1");
    expect(sent()).toEqual([[0, 1], [1]]);
    expect(unsent).toEqual([]);
    expect(error).toBeNull();
    sqs.on(SendMessageBatchCommand).resolves({ Failed: [{ Id: "0" }] as never });
    expect(await queue.sendAll(outgoing(1), "correlation-1")).toMatchObject({
      unsent: [{ message: 0 }],
      error: { message: "the queue refused 1 messages: unknown" },
    });
  });

  it("stay unsent from a batch on that fails as a whole", async () => {
    sqs.on(SendMessageBatchCommand).resolvesOnce({}).rejects(new Error("queue away"));
    const { unsent, error } = await queue.sendAll(outgoing(23), "correlation-1");
    expect(unsent.map(({ message }) => message)).toEqual(Array.from({ length: 13 }, (_, index) => index + 10));
    expect(error).toMatchObject({ message: "queue away" });
  });

  it("also stay unsent if an earlier batch refused them", async () => {
    const refusal = [{ Id: "0", SenderFault: true, Code: "InvalidMessageContents" }];
    sqs.on(SendMessageBatchCommand).resolvesOnce({ Failed: refusal }).rejects(new Error("queue away"));
    const { unsent } = await queue.sendAll(outgoing(12), "correlation-1");
    expect(unsent.map(({ message }) => message)).toEqual([0, 10, 11]);
  });
});

describe("work items that are entered together", () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index);
  /** Every fourth is entered already. */
  const enter = async (number: number) => (number % 4 === 3 ? null : number);
  const entered = numbers.filter((number) => number % 4 !== 3);
  const about = (number: number) => ({ number });

  it("have their messages sent in batches, but for those that were not entered", async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    expect(await enterAndSend(queue, "crawl", numbers, enter, about, "correlation-1")).toBe(9);
    expect(sent()).toEqual([entered]);
    expect(log.raw).toEqual([]);
  });

  it("are left to reconcile where the queue refuses their messages, each with a log line", async () => {
    const Failed = [1, 4].map((index) => ({ Id: String(index), SenderFault: true, Code: "InvalidMessageContents" }));
    sqs.on(SendMessageBatchCommand).resolves({ Failed, Successful: [] });
    expect(await enterAndSend(queue, "crawl", numbers, enter, about, "correlation-1")).toBe(9);
    const line = { queue: "crawl", correlation_id: "correlation-1", level: "ERROR" };
    expect(log.lines("send_left_to_reconcile")).toMatchObject([line, line]);
  });

  it("have their messages sent although others can't be entered, which are named in the log", async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    const failing = async (number: number) => {
      if (number === 2 || number === 4) throw new Error(`table away: ${number}`);
      return number;
    };
    const entering = enterAndSend(queue, "crawl", numbers.slice(0, 6), failing, about, "correlation-1");
    await expect(entering).rejects.toThrow("table away: 2");
    expect(sent()).toEqual([[0, 1, 3, 5]]);
    const line = { queue: "crawl", correlation_id: "correlation-1", level: "ERROR" };
    expect(log.lines("work_not_entered")).toMatchObject([
      { ...line, number: 2, error_message: "table away: 2" },
      { ...line, number: 4 },
    ]);
  });
});
