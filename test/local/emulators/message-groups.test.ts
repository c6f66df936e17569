import { describe, expect, it } from "vitest";
import { groupAndAttributes, withStoredGroup } from "../../../lib/local/emulators/message-groups.ts";
import { StartedEmulators } from "./started-emulators.ts";

const emulators = new StartedEmulators();

async function send(queue: string, body: string, group?: string): Promise<void> {
  const input = {
    QueueUrl: emulators.sqs.url(queue),
    MessageBody: body,
    ...(group === undefined ? {} : { MessageGroupId: group }),
  };
  await emulators.sqs.call("SendMessage", withStoredGroup(input));
}

const received = async (queue: string, messages: number) =>
  (await emulators.sqs.receive(queue, messages, 0, 30)).map(({ Body }) => Body);

describe("the groups of a standard queue", () => {
  it("take turns, so that one user's import does not hold up another's page", async () => {
    await emulators.sqs.call("CreateQueue", { QueueName: "turns" });
    for (let page = 0; page < 50; page += 1) await send("turns", `alice ${page}`, "alice");
    expect(await received("turns", 1)).toEqual(["alice 0"]);
    await send("turns", "bob 0", "bob");
    await send("turns", "bob 1", "bob");
    await send("turns", "nobody's");
    expect(await received("turns", 1)).toEqual(["bob 0"]);
    expect(await received("turns", 3)).toEqual(["nobody's", expect.stringMatching("alice"), "bob 1"]);
    const rest = await Promise.all(Array.from({ length: 5 }, () => received("turns", 10)));
    expect(rest.flat()).toHaveLength(48);
    expect(new Set(rest.flat()).size).toBe(48);
  });

  it("leave a message what it is: receipt, count and attributes go with it", async () => {
    await emulators.sqs.call("CreateQueue", { QueueName: "whole" });
    for (const body of ["alice 0", "alice 1", "bob 0"]) await send("whole", body, body.slice(0, -2));
    const [first] = await emulators.sqs.receive("whole", 1, 0, 30);
    const [second] = await emulators.sqs.receive("whole", 1, 0, 30);
    expect([first?.Body, second?.Body]).toEqual(["alice 0", "bob 0"]);
    expect(groupAndAttributes(second?.MessageAttributes ?? {})).toEqual({ group: "bob", attributes: {} });
    await emulators.sqs.delete("whole", String(second?.ReceiptHandle));
    await emulators.sqs.hide("whole", String(first?.ReceiptHandle), 0);
    await expect.poll(() => emulators.sqs.depth("whole", Date.now())?.visible).toBe(2);
    const again = await emulators.sqs.receive("whole", 10, 0, 30);
    const counts = again.map(({ Body, Attributes }) => [Body, Attributes.ApproximateReceiveCount]);
    expect(counts.toSorted()).toEqual([
      ["alice 0", "2"],
      ["alice 1", "1"],
    ]);
  });
});

it("is one of a message attribute, beside the message's own", () => {
  const own = { correlation_id: { DataType: "String", StringValue: "run-1" } };
  const stored = withStoredGroup({ MessageBody: "1", MessageAttributes: own, MessageGroupId: "alice" });
  expect(stored).not.toHaveProperty("MessageGroupId");
  expect(groupAndAttributes(stored.MessageAttributes as typeof own)).toEqual({ group: "alice", attributes: own });
});
