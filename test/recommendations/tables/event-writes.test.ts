import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { FULL_BYTES, firstBatchOf } from "../../../lambdas/recommendations/tables/event-batch.ts";
import { EventTable } from "../../../lambdas/recommendations/tables/event-table.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { allOf } from "../../client/moving/all-of.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, START } from "../../emulators/test-clock.ts";
import { sampleEvent } from "../sample-events.ts";

const TableName = "recommendations";
const SITE = derivedId("site");
/** The clicks of a full batch, each without a token and with ids of 36 characters. */
const FULL = 16;

// There is one tally.
dynamoOfEachTest();

let events: EventTable;
beforeEach(() => {
  events = new EventTable(dynamo.client, TableName);
});

/** The items of a partition and a sort key. */
async function item(pk: string, sk: string): Promise<Record<string, unknown> | undefined> {
  return (await dynamo.client.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item;
}

async function putBatch(number: number, used_bytes: number): Promise<void> {
  const sk = String(number).padStart(10, "0");
  await dynamo.client.send(new PutCommand({ TableName, Item: { pk: "event-batches", sk, used_bytes } }));
}

const click = (name: string, batch = 1) =>
  sampleEvent({ id: `${batch}.${derivedId(name)}`, recommendationId: SITE, at: START });

describe("the batches of events", () => {
  it("are numbered from one, and named by the ids of new events", async () => {
    expect(await events.newId("random")).toBe("1.random");
    const filled: (number | null)[] = [];
    for (let number = 0; number < FULL + 1; number += 1) filled.push(await events.save(click(`${number}`), START));
    expect(filled).toEqual([...Array(FULL - 1).fill(null), 1, null]);
    expect(await events.newId("random")).toBe("2.random");
    const batches = await allOf(events.after(0));
    expect(batches.map(({ number, isFull, events: { length } }) => [number, isFull, length])).toEqual([
      [1, true, FULL],
      [2, false, 1],
    ]);
    expect((await allOf(events.after(1))).map(({ number }) => number)).toEqual([2]);
  });

  it("are in the order of their numbers, whatever the number of digits", async () => {
    await putBatch(9, FULL_BYTES);
    await putBatch(10, FULL_BYTES - 1);
    expect((await allOf(events.after(0))).map(({ number }) => number)).toEqual([9, 10]);
    expect(await events.newId("random")).toBe("10.random");
    expect(await events.save(click("a", 10), START)).toBe(10);
    expect(await events.newId("random")).toBe("11.random");
  });

  it("have the kinds of their events", async () => {
    await events.save({ ...click("a"), kind: "subscribed", memberId: "alice" }, START);
    await events.save(click("b"), START);
    const [batch] = await allOf(events.after(0));
    expect(new Set(batch?.events)).toEqual(
      new Set([
        { recommendationId: SITE, kind: "subscribed" },
        { recommendationId: SITE, kind: "clicked" },
      ]),
    );
  });

  it("are not turned over while the last one is empty", async () => {
    await putBatch(3, 0);
    dynamo.requests.length = 0;
    await events.turnOver();
    expect(dynamo.requests).toEqual(["QueryCommand"]);
  });

  it.each([
    ["1.random", 1],
    ["120.a.b", 120],
  ])("the event %s is first to be saved in batch %s", (id, batch) => {
    expect(firstBatchOf(id)).toBe(batch);
  });
});

describe("a repeatable event whose first batch is full without it", () => {
  const moment = at(1);
  const repeatable = { ...click("a"), isRepeatable: true };
  beforeEach(() => putBatch(1, FULL_BYTES));

  it("has a record of its batch, which is kept for four days", async () => {
    await events.save(repeatable, moment);
    expect(await item("late-events", repeatable.id)).toEqual({
      pk: "late-events",
      sk: repeatable.id,
      moved_into: 2,
      expires_at: START.getTime() / 1_000 + 1 + 4 * 24 * 3_600,
    });
    expect((await allOf(events.after(1)))[0]?.events).toHaveLength(1);
  });

  it("follows its record from batch to batch", async () => {
    await dynamo.client.send(
      new PutCommand({ TableName, Item: { pk: "late-events", sk: repeatable.id, moved_into: 2 } }),
    );
    await putBatch(2, FULL_BYTES);
    await events.save(repeatable, moment);
    expect(await item("late-events", repeatable.id)).toMatchObject({ moved_into: 3 });
    expect((await allOf(events.after(2)))[0]?.events).toHaveLength(1);
  });
});

describe("an event that other requests prevent from being saved", () => {
  const refusal = () => new ConditionalCheckFailedException({ message: "injected", $metadata: {} });
  const CONFLICT = { status: 503, message: expect.stringContaining("The event keeps changing") };

  it.each([
    ["PutItemCommand", true],
    ["UpdateItemCommand", false],
  ])("is given up after five times %s", async (counted, isRepeatable) => {
    let writes = 0;
    const client = interceptedClient(dynamo, ({ command }, forward) => {
      if (command !== "PutItemCommand" && command !== "UpdateItemCommand") return forward();
      if (command === counted) writes += 1;
      throw refusal();
    });
    const crowded = new EventTable(client, TableName);
    await expect(crowded.save({ ...click("a"), isRepeatable }, START)).rejects.toMatchObject(CONFLICT);
    expect(writes).toBe(5);
  });
});
