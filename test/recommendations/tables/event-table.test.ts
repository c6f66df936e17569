import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Counts, ReaderEvent } from "../../../lambdas/recommendations/domain/reader-event.ts";
import { EventTable } from "../../../lambdas/recommendations/tables/event-table.ts";
import type { CountServices } from "../../../lambdas/recommendations/work/reader-counts.ts";
import { aggregateEvents, countedEvents, saveEvent } from "../../../lambdas/recommendations/work/reader-counts.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { awsError, interceptedClient } from "../../emulators/intercepted-client.ts";
import { invocation } from "../../emulators/invocation.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { MINUTE, testClock } from "../../emulators/test-clock.ts";
import { turnstile } from "../../emulators/turnstile.ts";

const log = capturedLog();
let dynamo: TestDynamo;
let services: CountServices & { readonly clock: TestClock };

// There is only one tally, so that each test needs a table of its own.
beforeEach(async () => {
  dynamo = await startDynamo();
  // The tables never aggregate by themselves.
  services = { events: new EventTable(dynamo.client, "recommendations"), clock: testClock(), random: () => 0.999 };
});
afterEach(() => dynamo.close());

const SECOND = 1_000;

function eventOf(id: string, fields: Partial<ReaderEvent> = {}): ReaderEvent {
  return { id, recommendationId: "one", kind: "clicked", memberId: null, at: services.clock.now(), ...fields };
}

const save = (id: string, fields: Partial<ReaderEvent> = {}) => saveEvent(eventOf(id, fields), services);

/** Saves this many clicks, a second apart, and waits until the last one may be aggregated. */
async function saveClicks(number: number, name = "click"): Promise<void> {
  for (let index = 0; index < number; index += 1) {
    await save(`${name}-${index}`);
    services.clock.forward(SECOND);
  }
  services.clock.forward(MINUTE);
}

async function counts(): Promise<Record<string, Counts>> {
  return Object.fromEntries(await countedEvents(services));
}

const clicks = (number: number): Counts => ({ clicks: number, subscribers: 0 });

/** The number of events that are not in the tally. */
async function tail(): Promise<number> {
  let number = 0;
  for await (const { events } of services.events.after((await services.events.tally()).to)) number += events.length;
  return number;
}

describe("events", () => {
  it("are counted by recommendation and kind", async () => {
    expect(await counts()).toEqual({});
    await save("1");
    await save("2", { memberId: "alice" });
    await save("3", { kind: "subscribed", memberId: "alice" });
    await save("4", { recommendationId: "two", kind: "subscribed", memberId: "bob" });
    expect(await counts()).toEqual({
      one: { clicks: 2, subscribers: 1 },
      two: { clicks: 0, subscribers: 1 },
    });
  });

  it("with one id count once, before and after aggregation", async () => {
    const event = eventOf("1");
    await saveEvent(event, services);
    await saveEvent(event, services);
    expect(await counts()).toEqual({ one: clicks(1) });
    services.clock.forward(2 * MINUTE);
    await aggregateEvents(services);
    await saveEvent(event, services);
    expect(await counts()).toEqual({ one: clicks(1) });
  });

  it("of the same moment are separate events", async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => save(String(index))));
    services.clock.forward(2 * MINUTE);
    await aggregateEvents(services);
    expect(await tail()).toBe(0);
    expect(await counts()).toEqual({ one: clicks(30) });
  });

  it("of one second share two items, whatever their kind and recommendation", async () => {
    const kinds = ["clicked", "subscribed"] as const;
    for (let index = 0; index < 50; index += 1) {
      const kind = kinds[index % 2] ?? "clicked";
      await save(String(index), { recommendationId: `recommendation-${index % 7}`, kind, memberId: "alice" });
      services.clock.forward(19);
    }
    const { Count } = await dynamo.client.send(
      new QueryCommand({
        TableName: "recommendations",
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": "events" },
      }),
    );
    expect(Count).toBe(2);
    const all = [...(await countedEvents(services)).values()];
    expect(all.reduce((sum, { clicks, subscribers }) => sum + clicks + subscribers, 0)).toBe(50);
  });

  it("cost little more than a write unit each, at fifty clicks in one second", async () => {
    dynamo.consumed.length = 0;
    for (let index = 0; index < 50; index += 1) {
      await save(derivedId(`click-${index}`), { recommendationId: derivedId(`recommendation-${index}`) });
    }
    expect(dynamo.consumed.reduce((sum, { units }) => sum + (units ?? Number.NaN), 0)).toBe(64);
  });

  it("belong to the successor only from its own id on", async () => {
    await save("1", { recommendationId: "before" });
    await save("2", { recommendationId: "after" });
    services.clock.forward(2 * MINUTE);
    await aggregateEvents(services, new Set(["after"]));
    await save("3", { recommendationId: "after" });
    expect(await counts()).toEqual({ after: clicks(2) });
  });
});

describe("a late event", () => {
  /** A request that was killed before it wrote anything is repeated later. */
  async function late(): Promise<ReaderEvent> {
    const event = eventOf("late");
    services.clock.forward(10 * MINUTE);
    await save("another");
    services.clock.forward(2 * MINUTE);
    await aggregateEvents(services);
    return event;
  }

  it("is counted even if events after its time have been aggregated", async () => {
    await saveEvent(await late(), services);
    expect(await counts()).toEqual({ one: clicks(2) });
  });

  it("is counted once, however often and late it is repeated", async () => {
    const event = await late();
    for (let times = 0; times < 4; times += 1) {
      await saveEvent(event, services);
      services.clock.forward(times * 20 * SECOND);
      await aggregateEvents(services);
    }
    expect(await counts()).toEqual({ one: clicks(2) });
  });

  it("is counted once when it is sent ten times concurrently", async () => {
    const event = await late();
    await Promise.all(Array.from({ length: 10 }, () => saveEvent(event, services)));
    expect(await counts()).toEqual({ one: clicks(2) });
  });

  it.each([1, 2, 3, 4])(
    "is counted once when it was killed after call %i, and is repeated at once or later",
    async (call) => {
      for (const wait of [0, 2 * MINUTE]) {
        const event = { ...(await late()), id: `late-${wait}`, recommendationId: `late-${wait}` };
        const running = invocation(dynamo, { call, moment: "after" });
        const events = new EventTable(running.client, "recommendations");
        expect(await running.answer(() => saveEvent(event, { ...services, events }))).toBe("dead");
        services.clock.forward(wait);
        await aggregateEvents(services);
        await saveEvent(event, services);
        await saveEvent(event, services);
        expect((await counts())[`late-${wait}`]).toEqual(clicks(1));
      }
    },
  );
});

describe("an event that an earlier release saved in an item of its own", () => {
  const putSingle = async ({ id, at, recommendationId, kind, memberId }: ReaderEvent) =>
    dynamo.client.send(
      new PutCommand({
        TableName: "recommendations",
        Item: {
          pk: "events",
          sk: `${at.toISOString()}#${id}`,
          recommendation_id: recommendationId,
          kind,
          ...(memberId === null ? {} : { member_id: memberId }),
        },
      }),
    );

  it.each(["before", "after"])("is counted with those of this release, %s all are aggregated", async (when) => {
    await save("new");
    services.clock.forward(300);
    await putSingle(eventOf("old"));
    await putSingle(eventOf("old, too", { kind: "subscribed", memberId: "alice" }));
    services.clock.forward(300);
    await save("newer");
    services.clock.forward(2 * MINUTE);
    if (when === "after") {
      await aggregateEvents(services);
      expect(await tail()).toBe(0);
    }
    expect(await counts()).toEqual({ one: { clicks: 3, subscribers: 1 } });
  });

  it.each([
    ["in the same moment", 0],
    ["when it comes late", 40 * SECOND],
    ["when it was aggregated", 5 * MINUTE],
  ])("is counted once when it is saved again %s", async (_when, wait) => {
    services.clock.forward(777);
    const event = eventOf("old", { memberId: "alice" });
    await putSingle(event);
    await save("another");
    services.clock.forward(wait);
    await aggregateEvents(services);
    await saveEvent(event, services);
    expect(await counts()).toEqual({ one: clicks(2) });
    services.clock.forward(2 * MINUTE);
    await aggregateEvents(services);
    expect(await tail()).toBe(0);
    expect(await counts()).toEqual({ one: clicks(2) });
  });

  it("is counted once with all others of its second, wherever in it the minute ends", async () => {
    for (let index = 0; index < 20; index += 1) {
      await putSingle(eventOf(`twice-${index}`));
      await save(`twice-${index}`);
      await save(`new-${index}`);
      services.clock.forward(100);
    }
    services.clock.forward(MINUTE - 2 * SECOND);
    for (let index = 0; index < 30; index += 1) {
      await aggregateEvents(services);
      expect(await counts()).toEqual({ one: clicks(40) });
      services.clock.forward(100);
    }
    expect(await tail()).toBe(0);
  });
});

describe("aggregation", () => {
  it("takes the events that are older than a minute, and leaves the others to be counted", async () => {
    await saveClicks(10);
    await save("fresh");
    await aggregateEvents(services);
    expect(await tail()).toBe(1);
    expect((await services.events.tally()).counts).toEqual(new Map([["one", clicks(10)]]));
    expect(await counts()).toEqual({ one: clicks(11) });
    await aggregateEvents(services);
    expect(await counts()).toEqual({ one: clicks(11) });
  });

  it("leaves an event that is being written concurrently", async () => {
    const event = eventOf("slow");
    services.clock.forward(28 * SECOND);
    await save("quick");
    services.clock.forward(SECOND);
    await aggregateEvents(services);
    await saveEvent(event, services);
    services.clock.forward(2 * MINUTE);
    await aggregateEvents(services);
    expect(await counts()).toEqual({ one: clicks(2) });
  });

  it.each(["first", "last"])(
    "is exact when two run concurrently, the %s of the waiting ones being next",
    async (order) => {
      await saveClicks(20);
      const { pass, run } = turnstile((waiting) => (order === "first" ? 0 : waiting - 1));
      const events = new EventTable(
        interceptedClient(dynamo, (_attempt, forward) => pass(forward)),
        "recommendations",
      );
      const other = { ...services, events };
      await run([() => aggregateEvents(other), () => aggregateEvents(other), () => aggregateEvents(other)]);
      await saveClicks(5, "more");
      await run([() => aggregateEvents(other), () => aggregateEvents(other)]);
      expect(await tail()).toBe(0);
      expect(await counts()).toEqual({ one: clicks(25) });
    },
  );

  it("never replaces a newer tally by an older one", async () => {
    const { events } = services;
    const [older, newer] = [1, 2].map((number) => ({
      to: `place-${number}`,
      counts: new Map([["one", clicks(number)]]),
    }));
    if (older === undefined || newer === undefined) throw new Error("There are two.");
    const { to: beginning } = await events.tally();
    expect(await events.replaceTally(beginning, older)).toBe(true);
    expect(await events.replaceTally(beginning, newer)).toBe(false);
    expect(await events.replaceTally(older.to, newer)).toBe(true);
    expect(await events.replaceTally(older.to, older)).toBe(false);
    expect(await events.tally()).toEqual(newer);
  });

  it.each([
    { call: 1, moment: "after" },
    { call: 2, moment: "after" },
    { call: 3, moment: "before" },
    { call: 3, moment: "after" },
  ] as const)("is exact when it is killed $moment call $call, and repeated", async (death) => {
    await saveClicks(20);
    const running = invocation(dynamo, death);
    const events = new EventTable(running.client, "recommendations");
    expect(await running.answer(() => aggregateEvents({ ...services, events }))).toBe("dead");
    expect(await counts()).toEqual({ one: clicks(20) });
    await aggregateEvents(services);
    expect(await counts()).toEqual({ one: clicks(20) });
  });

  it("is done by one of two hundred requests that save an event", async () => {
    await saveClicks(3);
    await saveEvent(eventOf("not"), { ...services, random: () => 1 / 200 });
    expect(await tail()).toBe(4);
    await saveEvent(eventOf("now"), { ...services, random: () => 0.0049 });
    expect(await tail()).toBe(2);
  });

  it("that fails loses no event and fails no request", async () => {
    await saveClicks(3);
    const client = interceptedClient(
      dynamo,
      ({ command }, forward) => {
        if (command === "GetItemCommand") throw awsError("ThrottlingException", 400);
        return forward();
      },
      1,
    );
    const events = new EventTable(client, "recommendations");
    await saveEvent(eventOf("more"), { ...services, events, random: () => 0 });
    expect(log.lines("events_not_aggregated")).toEqual([expect.objectContaining({ level: "WARN" })]);
    expect(await counts()).toEqual({ one: clicks(4) });
  });

  it("is done by a request that counts many settled events", async () => {
    await put(501);
    expect(await counts()).toEqual({ "recommendation-0": clicks(501) });
    expect(await tail()).toBe(0);
    expect(await counts()).toEqual({ "recommendation-0": clicks(501) });
  });

  it("is not tried by a request that counts many fresh events", async () => {
    await Promise.all(Array.from({ length: 501 }, (_, index) => save(String(index))));
    dynamo.requests.length = 0;
    expect(await counts()).toEqual({ one: clicks(501) });
    expect(dynamo.requests).toEqual(["GetItemCommand", "QueryCommand"]);
  });
});

/**
 * Puts clicks, ten a millisecond, and waits until all are settled. They are spread evenly over the recommendations. Each is
 * an item of its own, as an earlier release saved it, and the requests are written by hand, since the SDK would take most of
 * the time.
 */
async function put(events: number, recommendations = 1): Promise<void> {
  const time = services.clock.now().getTime();
  for (let start = 0; start < events; start += 25) {
    const requests = Array.from({ length: Math.min(25, events - start) }, (_, place) => {
      const index = start + place;
      const Item = {
        pk: { S: "events" },
        sk: { S: `${new Date(time + Math.floor(index / 10)).toISOString()}#event-${index}` },
        recommendation_id: { S: `recommendation-${index % recommendations}` },
        kind: { S: "clicked" },
      };
      return { PutRequest: { Item } };
    });
    const body = JSON.stringify({ RequestItems: { recommendations: requests } });
    const answer = await dynamo.emulator.send("BatchWriteItem", Buffer.from(body));
    if (answer.status !== 200) throw new Error(answer.body.toString());
  }
  services.clock.forward(MINUTE + SECOND + events / 10);
}

it("keeps the reads for many events as few as for few events", async () => {
  await put(10_000, 10);
  await aggregateEvents(services);
  dynamo.consumed.length = 0;
  expect((await countedEvents(services)).get("recommendation-8")).toEqual(clicks(1_000));
  // The tally, and nothing after it.
  expect(dynamo.consumed.map(({ units }) => units)).toEqual([1, 0]);
});
