import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Counts } from "../../../lambdas/recommendations/domain/reader-event.ts";
import { EventTable } from "../../../lambdas/recommendations/tables/event-table.ts";
import type { CountServices } from "../../../lambdas/recommendations/work/reader-counts.ts";
import { aggregateEvents, countedEvents, saveEvent } from "../../../lambdas/recommendations/work/reader-counts.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { invocation } from "../../emulators/invocation.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { MINUTE, testClock } from "../../emulators/test-clock.ts";
import { turnstile } from "../../emulators/turnstile.ts";
import { sampleEvent, savedEvent } from "../sample-events.ts";

const SECOND = 1_000;
const DAY = 24 * 60 * MINUTE;
const TableName = "recommendations";
const TALLY = { pk: "tallies", sk: "tally" };
/** An event's id as earlier releases made it, the item in which they saved it, and what they saved. */
const ID = "5b0e4a52-6a3e-4f0e-9f5f-0c8f1d6a7b10";
const SLOT = 1;
const FINGERPRINT = "5wnmJpUulgqekzkz";

let dynamo: TestDynamo;
let services: CountServices & { readonly clock: TestClock };

beforeEach(async () => {
  dynamo = await startDynamo();
  services = { events: new EventTable(dynamo.client, TableName), clock: testClock() };
});
afterEach(() => dynamo.close());

/** Saves an event as the release before this one did. */
const saveInSecond = async (at = services.clock.now(), entry = `one ${FINGERPRINT}`) =>
  dynamo.client.send(
    new UpdateCommand({
      TableName,
      Key: { pk: "events", sk: `${at.toISOString().slice(0, 19)}Z#${SLOT}` },
      UpdateExpression: "ADD clicked :entry SET expires_at = :expires",
      ExpressionAttributeValues: { ":entry": new Set([entry]), ":expires": 2e9 },
    }),
  );

/** Saves an event as the releases before decision 19 did. */
const saveAlone = async (id = ID, fields: object = {}) =>
  dynamo.client.send(
    new PutCommand({
      TableName,
      Item: {
        pk: "events",
        sk: `${services.clock.now().toISOString()}#${id}`,
        recommendation_id: "one",
        kind: "clicked",
        ...fields,
      },
    }),
  );

const putTally = async (to: string, counts: object) =>
  dynamo.client.send(new PutCommand({ TableName, Item: { ...TALLY, to, counts } }));

const counts = async (): Promise<Record<string, Counts>> => Object.fromEntries(await countedEvents(services));
const clicks = (number: number): Counts => ({ clicks: number, subscribers: 0 });
const daily = () => aggregateEvents(services, async () => new Set(["one"]));
/** The event whose key an earlier release has stored, as a request repeats it. */
const repeated = () => sampleEvent({ id: ID, at: services.clock.now(), isRepeatable: true });

describe("events that earlier releases saved", () => {
  it.each(["before", "after"])(
    "are counted with their tally and this release's, %s all are aggregated",
    async (when) => {
      const begin = services.clock.now().toISOString();
      await putTally(`${begin.slice(0, 19)}Z#1`, { one: [7, 2] });
      services.clock.forward(SECOND);
      await saveInSecond();
      await saveAlone("old", { kind: "subscribed", member_id: "alice" });
      services.clock.forward(SECOND);
      await saveInSecond(services.clock.now(), "one abcdefghijklmnop alice");
      await savedEvent(services);
      services.clock.forward(2 * MINUTE);
      if (when === "after") {
        await services.events.turnOver();
        await daily();
        expect((await services.events.tally()).counts).toEqual(new Map([["one", { clicks: 10, subscribers: 3 }]]));
      }
      expect(await counts()).toEqual({ one: { clicks: 10, subscribers: 3 } });
      // For an earlier release the tally stays as it was.
      const { Item } = await dynamo.client.send(new GetCommand({ TableName, Key: TALLY }));
      expect(Item).toMatchObject({ counts: { one: [7, 2] } });
    },
  );

  it("are counted though only consistent reads find what was written a moment ago", async () => {
    await putTally(services.clock.now().toISOString().slice(0, 19), { one: [7, 2] });
    services.clock.forward(SECOND);
    await saveInSecond();
    services.clock.forward(2 * MINUTE);
    const lagging = { ...services, events: new EventTable(laggingClient(dynamo), TableName) };
    expect(await countedEvents(lagging)).toEqual(new Map([["one", { clicks: 8, subscribers: 2 }]]));
  });

  it("are counted while functions of both releases save and aggregate", async () => {
    let saved = 0;
    for (let step = 0; step < 30; step += 1) {
      await saveInSecond(services.clock.now(), `one fingerprint-${String(step).padStart(4, "0")}`);
      await savedEvent(services);
      saved += 2;
      services.clock.forward(7 * SECOND);
      await aggregateEvents(services);
      // The earlier release's aggregation changes its own tally alone.
      await putTally(services.clock.now().toISOString().slice(0, 19), { one: [1_000, 0] });
      expect(await counts()).toEqual({ one: clicks(saved) });
    }
  });

  it("are not aggregated within a minute, when an earlier release may still save there", async () => {
    await saveInSecond();
    services.clock.forward(59 * SECOND);
    await aggregateEvents(services);
    await saveInSecond(new Date(services.clock.now().getTime() - 59 * SECOND), "one abcdefghijklmnop");
    services.clock.forward(2 * SECOND);
    await aggregateEvents(services);
    expect(await counts()).toEqual({ one: clicks(2) });
  });

  it("of one second, saved by two of them, are counted once", async () => {
    await saveAlone();
    await saveInSecond();
    expect(await counts()).toEqual({ one: clicks(1) });
  });

  it("are read by the daily run alone two days after the first tally", async () => {
    await saveInSecond();
    await daily();
    services.clock.forward(2 * DAY);
    await daily();
    dynamo.requests.length = 0;
    expect(await counts()).toEqual({ one: clicks(1) });
    expect(dynamo.requests).toEqual(["GetItemCommand", "QueryCommand"]);
    // A stage that went back to an earlier release for a while.
    await saveInSecond();
    services.clock.forward(2 * MINUTE);
    await daily();
    expect(await counts()).toEqual({ one: clicks(2) });
  });

  it("are counted once by concurrent first aggregations", async () => {
    await putTally("2026-01-01T00:00:00Z#1", { one: [7, 0] });
    await saveInSecond();
    services.clock.forward(2 * MINUTE);
    const { pass, run } = turnstile(() => 0);
    const client = interceptedClient(dynamo, (_attempt, forward) => pass(forward));
    const other = { ...services, events: new EventTable(client, TableName) };
    await run([() => aggregateEvents(other), () => aggregateEvents(other)]);
    expect(await counts()).toEqual({ one: clicks(8) });
  });
});

describe("an event whose key an earlier release has stored", () => {
  it.each([
    ["with others of its second", () => saveInSecond()],
    ["in an item of its own", () => saveAlone()],
  ])("is not saved again, if it was saved %s", async (_form, save) => {
    services.clock.forward(777);
    const event = repeated();
    await save();
    for (const wait of [0, 5 * MINUTE, DAY]) {
      services.clock.forward(wait);
      await aggregateEvents(services);
      await saveEvent(event, services);
      expect(await counts()).toEqual({ one: clicks(1) });
    }
  });

  it("is not saved again, if it was saved late", async () => {
    const event = repeated();
    services.clock.forward(10 * MINUTE);
    const moved = services.clock.now();
    await dynamo.client.send(
      new PutCommand({ TableName, Item: { pk: "late-events", sk: ID, moved_to: moved.toISOString() } }),
    );
    // An earlier release may be about to save it there.
    await expect(saveEvent(event, services)).rejects.toMatchObject({ status: 503 });
    await saveInSecond(moved);
    await saveEvent(event, services);
    services.clock.forward(2 * MINUTE);
    await saveEvent(event, services);
    expect(await counts()).toEqual({ one: clicks(1) });
  });

  it.each([undefined, "moved"])("is saved once, if it was not; after a minute (%s)", async (moved) => {
    const event = repeated();
    await expect(saveEvent(event, services)).rejects.toMatchObject({ status: 503 });
    if (moved !== undefined) {
      const Item = { pk: "late-events", sk: ID, moved_to: services.clock.now().toISOString() };
      await dynamo.client.send(new PutCommand({ TableName, Item }));
    }
    services.clock.forward(MINUTE);
    await Promise.all(Array.from({ length: 5 }, () => saveEvent(event, services)));
    for (let click = 0; click < 40; click += 1) await savedEvent(services, { recommendationId: "two" });
    await saveEvent(event, services);
    expect((await counts()).one).toEqual(clicks(1));
  });

  it.each([1, 2, 3, 4, 5, 6].flatMap((call) => (["before", "after"] as const).map((moment) => ({ call, moment }))))(
    "is saved once, if its request was killed $moment call $call",
    async (death) => {
      const event = repeated();
      services.clock.forward(2 * MINUTE);
      const running = invocation(dynamo, death);
      const events = new EventTable(running.client, TableName);
      await running.answer(() => saveEvent(event, { ...services, events }));
      await saveEvent(event, services);
      await saveEvent(event, services);
      expect(await counts()).toEqual({ one: clicks(1) });
    },
  );
});
