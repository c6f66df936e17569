import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Counts, ReaderEvent } from "../../../lambdas/recommendations/domain/reader-event.ts";
import { BATCHES, firstBatchOf } from "../../../lambdas/recommendations/tables/event-batch.ts";
import { EventTable } from "../../../lambdas/recommendations/tables/event-table.ts";
import type { CountServices } from "../../../lambdas/recommendations/work/reader-counts.ts";
import { aggregateEvents, countedEvents, saveEvent } from "../../../lambdas/recommendations/work/reader-counts.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { forgetfulClient, interceptedClient } from "../../emulators/intercepted-client.ts";
import { invocation } from "../../emulators/invocation.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { MINUTE, testClock } from "../../emulators/test-clock.ts";
import { turnstile } from "../../emulators/turnstile.ts";
import { runs } from "../../load.ts";
import { sampleEvent, savedEvent } from "../sample-events.ts";

const DAY = 24 * 60 * MINUTE;
/** Clicks without a token in a full batch, and those of a member, each with ids of 36 characters. */
const ANONYMOUS = 16;
const MEMBERS = 10;
/** A recommendation's id of full length. */
const SITE = derivedId("site");
/** The number of full batches after which one request aggregates. */
const AGGREGATE_EVERY = 12;

const log = capturedLog();
let dynamo: TestDynamo;
let services: CountServices & { readonly clock: TestClock };

// There is only one tally, so that each test needs a table of its own.
beforeEach(async () => {
  dynamo = await startDynamo();
  services = { events: new EventTable(dynamo.client, "recommendations"), clock: testClock() };
});
afterEach(() => dynamo.close());

const save = (fields: Partial<ReaderEvent> = {}) =>
  savedEvent(services, { recommendationId: SITE, ...fields }, derivedId(`${dynamo.requests.length}`));

async function saveClicks(number: number): Promise<void> {
  for (let click = 0; click < number; click += 1) await save();
}

async function counts(): Promise<Record<string, Counts>> {
  return Object.fromEntries(await countedEvents(services));
}

const clicks = (number: number): Counts => ({ clicks: number, subscribers: 0 });

/** The sizes of the batches after the tally. */
async function tail(): Promise<number[]> {
  const sizes: number[] = [];
  for await (const { events } of services.events.after((await services.events.tally()).batch)) {
    sizes.push(events.length);
  }
  return sizes;
}

/** The services with a client whose calls pass a turnstile. */
function passing(pass: <T>(call: () => Promise<T>) => Promise<T>) {
  const client = interceptedClient(dynamo, (_attempt, forward) => pass(forward));
  return { ...services, events: new EventTable(client, "recommendations") };
}

describe("events", () => {
  it("are counted by recommendation and kind", async () => {
    expect(await counts()).toEqual({});
    await save();
    await save({ memberId: "alice" });
    await save({ kind: "subscribed", memberId: "alice" });
    await save({ recommendationId: "two", kind: "subscribed", memberId: "bob" });
    expect(await counts()).toEqual({ [SITE]: { clicks: 2, subscribers: 1 }, two: { clicks: 0, subscribers: 1 } });
  });

  it.each([
    ["without a token", ANONYMOUS, null],
    ["of members", MEMBERS, derivedId("alice")],
  ])("%s fill one batch after the other, each below a write unit", async (_whose, size, memberId) => {
    for (let event = 0; event < 3 * size; event += 1) {
      dynamo.consumed.length = 0;
      await save({ memberId });
      expect(dynamo.consumed).toMatchObject([{ command: "QueryCommand" }, { command: "UpdateItemCommand", units: 1 }]);
    }
    expect(await tail()).toEqual([size, size, size]);
  });

  it("keep the member, their own time and an expiry of 400 days", async () => {
    await save({ memberId: "alice", at: new Date("2026-11-20T03:00:07Z") });
    const [item] = await items();
    const seconds = Date.parse("2026-11-20T03:00:07Z") / 1_000;
    expect([...(item?.entries ?? [])]).toEqual([
      expect.stringMatching(new RegExp(`^c${seconds.toString(36)} ${SITE} [\\w-]{11} alice$`)),
    ]);
    expect(item?.expires_at).toBe(services.clock.now().getTime() / 1_000 + 400 * 24 * 3_600);
  });

  it("are counted once when a response is lost, also by the event that fills a batch", async () => {
    for (let event = 0; event < 2 * ANONYMOUS; event += 1) {
      const [id, client] = [await services.events.newId(derivedId(`${event}`)), forgetfulClient(dynamo)];
      const events = new EventTable(client, "recommendations");
      await saveEvent(sampleEvent({ id, recommendationId: SITE }), { ...services, events });
    }
    expect(await counts()).toEqual({ [SITE]: clicks(2 * ANONYMOUS) });
  });

  it("go to the next batch when theirs is full before they are saved, without a record", async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => services.events.newId(derivedId(`${n}`))));
    expect(new Set(ids.map(firstBatchOf))).toEqual(new Set([1]));
    dynamo.requests.length = 0;
    for (const id of ids) await saveEvent(sampleEvent({ id, recommendationId: SITE }), services);
    expect(await tail()).toEqual([ANONYMOUS, 30 - ANONYMOUS]);
    expect(dynamo.requests).not.toContain("PutItemCommand");
    expect(await counts()).toEqual({ [SITE]: clicks(30) });
  });
});

async function items(): Promise<Record<string, unknown>[] & { entries?: Set<string>; expires_at?: number }[]> {
  const { Items = [] } = await dynamo.client.send(
    new QueryCommand({
      TableName: "recommendations",
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": BATCHES },
    }),
  );
  return Items;
}

describe("a repeatable event", () => {
  const repeatable = async (name = "repeated") =>
    sampleEvent({
      id: await services.events.newId(derivedId(name)),
      recommendationId: "repeated",
      at: services.clock.now(),
      isRepeatable: true,
    });
  const once = async () => expect((await counts()).repeated).toEqual(clicks(1));

  it("counts once, in whatever batch it is repeated, before and after aggregation", async () => {
    const event = await repeatable();
    await saveEvent(event, services);
    for (let times = 0; times < 4; times += 1) {
      await saveEvent(event, services);
      await once();
      await saveClicks(ANONYMOUS);
      services.clock.forward(20 * 60 * MINUTE);
      await aggregateEvents(services);
    }
  });

  it("counts once when its first batches were full before it was saved", async () => {
    const event = await repeatable();
    await saveClicks(ANONYMOUS);
    await aggregateEvents(services);
    for (let times = 0; times < 3; times += 1) {
      await saveEvent(event, services);
      await saveClicks(ANONYMOUS);
      await aggregateEvents(services);
      await once();
    }
  });

  it("counts once though only consistent reads find what was written a moment ago", async () => {
    const lagging = { ...services, events: new EventTable(laggingClient(dynamo), "recommendations") };
    const event = await repeatable();
    await saveEvent(event, lagging);
    await saveClicks(ANONYMOUS);
    await saveEvent(event, lagging);
    await once();
    const late = { ...(await repeatable("late")), recommendationId: "late" };
    await saveClicks(ANONYMOUS);
    for (let times = 0; times < 2; times += 1) await saveEvent(late, lagging);
    expect((await counts()).late).toEqual(clicks(1));
  });

  it.each([1, 2, 3, 4, 5].flatMap((call) => (["before", "after"] as const).map((moment) => ({ call, moment }))))(
    "counts once when it was killed $moment call $call, and is repeated at once or in another batch",
    async (death) => {
      for (const between of [0, ANONYMOUS, 40]) {
        const event = { ...(await repeatable(`${between}`)), recommendationId: `${between}` };
        // Its batch becomes full before its request saves it: the request writes a record as well.
        await saveClicks(ANONYMOUS);
        const running = invocation(dynamo, death);
        const events = new EventTable(running.client, "recommendations");
        expect(await running.answer(() => saveEvent(event, { ...services, events }))).toBe("dead");
        await saveClicks(between);
        await aggregateEvents(services);
        await saveEvent(event, services);
        await saveEvent(event, services);
        expect((await counts())[`${between}`]).toEqual(clicks(1));
      }
    },
  );

  it("counts once, and other events as well, in any order of concurrent requests, aggregations and lists", async () => {
    const run = async (choices: readonly number[], filled: number) => {
      await dynamo.close();
      dynamo = await startDynamo();
      services = { events: new EventTable(dynamo.client, "recommendations"), clock: testClock() };
      const event = await repeatable();
      await saveClicks(filled);
      let turn = 0;
      const gate = turnstile((waiting) => (choices[turn++ % choices.length] ?? 0) % waiting);
      const other = passing(gate.pass);
      const click = () => savedEvent(other, { recommendationId: SITE }).then(() => undefined);
      const seen: number[] = [];
      const list = async () => {
        seen.push((await countedEvents(other)).get("repeated")?.clicks ?? 0);
      };
      await gate.run([
        () => saveEvent(event, other),
        () => saveEvent(event, other),
        click,
        click,
        () => aggregateEvents(other),
        list,
        () => saveEvent(event, other),
        click,
        () => other.events.turnOver(),
        () => aggregateEvents(other),
      ]);
      expect(Math.max(...seen)).toBeLessThanOrEqual(1);
      expect(await counts()).toEqual({ repeated: clicks(1), [SITE]: clicks(filled + 3) });
      await services.events.turnOver();
      await aggregateEvents(services);
      expect(await tail()).toEqual([0]);
      expect(await counts()).toEqual({ repeated: clicks(1), [SITE]: clicks(filled + 3) });
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(30), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: ANONYMOUS - 4, max: ANONYMOUS }),
        run,
      ),
      runs(25),
    );
  });
});

describe("aggregation", () => {
  it("takes all full batches, however fresh, and leaves the last one to be counted", async () => {
    await saveClicks(3 * ANONYMOUS + 1);
    await aggregateEvents(services);
    expect(await tail()).toEqual([1]);
    expect((await services.events.tally()).counts).toEqual(new Map([[SITE, clicks(3 * ANONYMOUS)]]));
    expect(await counts()).toEqual({ [SITE]: clicks(3 * ANONYMOUS + 1) });
    dynamo.consumed.length = 0;
    await aggregateEvents(services);
    expect(dynamo.consumed.map(({ command }) => command)).not.toContain("PutItemCommand");
    expect(await counts()).toEqual({ [SITE]: clicks(3 * ANONYMOUS + 1) });
  });

  it.each(["first", "last"])(
    "is exact when several run at once, the %s of the waiting ones being next",
    async (order) => {
      await saveClicks(2 * ANONYMOUS);
      const { pass, run } = turnstile((waiting) => (order === "first" ? 0 : waiting - 1));
      const other = passing(pass);
      await run([() => aggregateEvents(other), () => aggregateEvents(other), () => aggregateEvents(other)]);
      await saveClicks(2 * ANONYMOUS);
      await run([() => aggregateEvents(other), () => aggregateEvents(other)]);
      expect(await tail()).toEqual([]);
      expect(await counts()).toEqual({ [SITE]: clicks(4 * ANONYMOUS) });
    },
  );

  it("never replaces a newer tally by an older one", async () => {
    const { events } = services;
    const empty = await events.tally();
    const [older, newer] = [1, 2].map((batch) => ({ batch, counts: new Map([["a", clicks(batch)]]) }));
    if (older === undefined || newer === undefined) throw new Error("There are two.");
    expect(await events.replaceTally(empty, older)).toBe(true);
    expect(await events.replaceTally(empty, newer)).toBe(false);
    expect(await events.replaceTally(older, newer)).toBe(true);
    expect(await events.replaceTally(older, older)).toBe(false);
    expect(await events.tally()).toEqual(newer);
  });

  const deaths = [1, 2, 3].flatMap((call) => (["before", "after"] as const).map((moment) => ({ call, moment })));

  it.each(deaths)("is exact when it is killed $moment call $call, and repeated", async (death) => {
    await saveClicks(2 * ANONYMOUS + 1);
    const running = invocation(dynamo, death);
    const events = new EventTable(running.client, "recommendations");
    expect(await running.answer(() => aggregateEvents({ ...services, events }))).toBe("dead");
    expect(await counts()).toEqual({ [SITE]: clicks(2 * ANONYMOUS + 1) });
    await aggregateEvents(services);
    expect(await tail()).toEqual([1]);
    expect(await counts()).toEqual({ [SITE]: clicks(2 * ANONYMOUS + 1) });
  });

  it("is exact when its response is lost", async () => {
    await saveClicks(ANONYMOUS);
    const running = invocation(dynamo, { call: 3, moment: "answer_lost" });
    const events = new EventTable(running.client, "recommendations");
    await aggregateEvents({ ...services, events });
    expect(running.calls()).toBe(5);
    expect(await counts()).toEqual({ [SITE]: clicks(ANONYMOUS) });
  });

  it("is done by the request whose event fills the twelfth batch", async () => {
    await saveClicks(AGGREGATE_EVERY * ANONYMOUS - 1);
    expect(await tail()).toHaveLength(AGGREGATE_EVERY);
    await save();
    expect(await tail()).toEqual([]);
    expect(await counts()).toEqual({ [SITE]: clicks(AGGREGATE_EVERY * ANONYMOUS) });
  });

  it("that fails loses no event and fails no request; a list with many full batches makes up for it", async () => {
    const client = interceptedClient(
      dynamo,
      ({ command }, forward) => {
        if (command === "PutItemCommand") throw awsError("ThrottlingException", 400);
        return forward();
      },
      1,
    );
    const broken = { ...services, events: new EventTable(client, "recommendations") };
    const total = (2 * AGGREGATE_EVERY + 1) * ANONYMOUS;
    for (let click = 0; click < total; click += 1) await savedEvent(broken, { recommendationId: SITE });
    expect(log.lines("events_not_aggregated")).toEqual(Array(2).fill(expect.objectContaining({ level: "WARN" })));
    expect(await tail()).toHaveLength(2 * AGGREGATE_EVERY + 1);
    expect(await counts()).toEqual({ [SITE]: clicks(total) });
    expect(await tail()).toEqual([]);
    expect(await counts()).toEqual({ [SITE]: clicks(total) });
  });

  it("drops the counts of recommendations that don't exist, of which it reads after the events", async () => {
    await saveClicks(ANONYMOUS - 1);
    await save({ recommendationId: "two" });
    await aggregateEvents(services, async () => {
      // So it keeps the counts of a recommendation that was added, and clicked, while it ran.
      expect(dynamo.requests.at(-1)).toBe("QueryCommand");
      return new Set([SITE]);
    });
    expect(await counts()).toEqual({ [SITE]: clicks(ANONYMOUS - 1) });
  });
});

describe("turning over", () => {
  it("makes the last batch full, and stores an empty one that never expires", async () => {
    await services.events.turnOver();
    expect(await items()).toEqual([]);
    await save();
    for (let day = 0; day < 3; day += 1) {
      await services.events.turnOver();
      services.clock.forward(DAY);
    }
    expect(await tail()).toEqual([1, 0]);
    expect((await items())[1]).not.toHaveProperty("expires_at");
    await save();
    expect(await tail()).toEqual([1, 1]);
    expect((await items())[1]).toHaveProperty("expires_at");
    expect(await counts()).toEqual({ [SITE]: clicks(2) });
  });

  it("stores the next batch also when the last one is full already, or its first run was killed", async () => {
    await saveClicks(ANONYMOUS);
    await services.events.turnOver();
    expect(await tail()).toEqual([ANONYMOUS, 0]);
    await save();
    const running = invocation(dynamo, { call: 2, moment: "after" });
    const events = new EventTable(running.client, "recommendations");
    expect(await running.answer(() => events.turnOver())).toBe("dead");
    expect(await tail()).toEqual([ANONYMOUS, 1]);
    await services.events.turnOver();
    expect(await tail()).toEqual([ANONYMOUS, 1, 0]);
  });
});

it("keeps the reads for many events as few as for few events", async () => {
  await aggregateEvents(services);
  services.clock.forward(3 * DAY);
  dynamo.consumed.length = 0;
  await countedEvents(services);
  expect(dynamo.consumed.map(({ command }) => command)).toEqual(["GetItemCommand", "QueryCommand"]);
  for (let round = 0; round < 4; round += 1) {
    await saveClicks(150);
    dynamo.consumed.length = 0;
    expect(await counts()).toEqual({ [SITE]: clicks(150 * (round + 1)) });
    const [tally, fresh] = dynamo.consumed.map(({ units }) => units ?? Number.NaN);
    expect(tally).toBe(1);
    expect(fresh).toBeLessThanOrEqual(3);
  }
});
