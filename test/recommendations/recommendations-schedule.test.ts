import { beforeEach, describe, expect, it } from "vitest";
import type { Mention } from "../../lambdas/recommendations/domain/mention.ts";
import { afterVerification } from "../../lambdas/recommendations/domain/mention.ts";
import { mentionSource } from "../../lambdas/recommendations/domain/mention-source.ts";
import { runDaily } from "../../lambdas/recommendations/on-schedule.ts";
import { ALL_HOSTS } from "../../lambdas/recommendations/tables/mention-count-table.ts";
import type { MentionSubject } from "../../lambdas/recommendations/tables/mention-table.ts";
import { MentionTable } from "../../lambdas/recommendations/tables/mention-table.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE, testClock } from "../emulators/test-clock.ts";
import { testIds } from "../emulators/test-queue.ts";
import { TABLE } from "./changes-world.ts";
import type { RecommendationsWorld } from "./recommendations-world.ts";
import { recommendationsWorld } from "./recommendations-world.ts";
import { sampleMention } from "./sample-mentions.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SITE = { title: "A", excerpt: null, featuredImage: null, favicon: null };
const log = capturedLog();

let world: RecommendationsWorld;

dynamoOfEachTest();
beforeEach(() => {
  world = { ...recommendationsWorld(dynamo), newId: testIds() };
});

async function recommend(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => derivedId(String(index)));
  for (const [index, id] of ids.entries()) {
    const entry = { id, url: `https://s${index}.example/`, createdAt: at(0).toISOString(), updatedAt: null };
    await world.directory.add(entry, { id: derivedId("add", id), at: at(0) });
  }
  return ids;
}

/** A mention that was verified, and is verified again a day later. */
async function verified(name: string): Promise<string> {
  const { mentions, clock } = world;
  const request = { workId: `first-${name}`, now: clock.now(), reconcileAt: at(10 * MINUTE) };
  const mention = await mentions.request(mentionSource(`https://${name}.example/`), "https://alice.example/", request);
  await mentions.save(afterVerification(mention, { kind: "found", site: SITE }, clock.now(), clock.wait(DAY)));
  return mention.id;
}

const run = () => runDaily(world, "run-1");
const checksSent = () => world.webmentionReceiveQueue.sent.map(({ message }) => message.mentionId);

describe("the daily run", () => {
  it("does nothing when nothing is due", async () => {
    expect(await run()).toEqual({ recommendations: 0, mentions: 0, removed: 0, recounted: 0 });
    expect(world.metadataQueue.sent).toEqual([]);
  });

  it("requests a refresh of each recommendation, spread over a quarter of an hour in whole seconds", async () => {
    const ids = await recommend(7);
    expect(await run()).toMatchObject({ recommendations: 7, mentions: 0 });
    const { sent } = world.metadataQueue;
    expect(sent.map(({ message }) => message.recommendationId).sort()).toEqual(ids.sort());
    expect(sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 128, 257, 385, 514, 642, 771]);
    expect(new Set(sent.map(({ correlationId }) => correlationId))).toEqual(new Set(["run-1"]));
  });

  it("fails when a queue does not accept one of the messages: no table has the refresh that is lost", async () => {
    const [refused] = await recommend(3);
    const { metadataQueue } = world;
    const send = metadataQueue.send.bind(metadataQueue);
    metadataQueue.send = async (message, ...rest) => {
      if (message.recommendationId === refused) throw new Error("not this one");
      return send(message, ...rest);
    };
    await expect(run()).rejects.toThrow("not this one");
  });

  it("requests verifications although the refreshes fail", async () => {
    await verified("early");
    world.clock.forward(DAY);
    const directory = Object.assign(Object.create(world.directory), { read: () => Promise.reject(new Error("away")) });
    await expect(runDaily({ ...world, directory }, "run-1")).rejects.toThrow("away");
    expect(checksSent()).toHaveLength(1);
    expect(log.lines("schedule_part_failed")).toMatchObject([{ part: "refreshes", correlation_id: "run-1" }]);
  });

  it("requests another verification of the mentions that are due, and of no others", async () => {
    const early = await verified("early");
    world.clock.forward(3 * HOUR);
    await verified("late");
    world.clock.forward(DAY - 3 * HOUR);
    expect(await run()).toMatchObject({ recommendations: 0, mentions: 1 });
    const mention = await world.mentions.get(early);
    expect(mention).toMatchObject({ status: "verified", workId: "id-1" });
    expect(world.webmentionReceiveQueue.sent).toEqual([
      { message: { schemaVersion: 1, mentionId: early, requestId: "id-1" }, correlationId: "run-1" },
    ]);
    expect(await run()).toMatchObject({ mentions: 0 });
  });

  it.each([1, 0.01])(
    "requests one every day, even if a verification is later than its run (waits by %d)",
    async (scale) => {
      world = { ...world, clock: testClock(scale) };
      await verified("daily");
      world.clock.forward(scale * (DAY - 3 * HOUR));
      expect(await run()).toMatchObject({ mentions: 0 });
      // The previous run was up to an hour late, this one is not, and the verification had to wait.
      world.clock.forward(scale * 1.5 * HOUR);
      expect(await run()).toMatchObject({ mentions: 1 });
    },
  );

  it("requests at most a thousand verifications, the longest due first, and the others on the next day", async () => {
    const ids = Array.from({ length: 1_050 }, (_, index) => ({ id: `m-${String(index).padStart(4, "0")}` }));
    const left = ids.map(({ id }) => ({ id, workId: "first" }));
    /** Entering this many mentions one by one takes too long. */
    class ManyDue extends MentionTable {
      override async due(_now: Date, limit: number): Promise<readonly MentionSubject[]> {
        return left.slice(0, limit);
      }
      override async requestCheck(seen: MentionSubject): Promise<Mention | null> {
        left.shift();
        return sampleMention({ id: seen.id });
      }
    }
    const mentions = new ManyDue(dynamo.client, TABLE);
    expect(await runDaily({ ...world, mentions }, "run-1")).toMatchObject({ mentions: 1_000 });
    expect(checksSent()).toEqual(ids.slice(0, 1_000).map(({ id }) => id));
    expect(await runDaily({ ...world, mentions }, "run-2")).toMatchObject({ mentions: 50 });
  });

  it("requests all the other verifications when one cannot be entered", async () => {
    const ids = Array.from({ length: 150 }, (_, index) => `m-${index}`);
    class OneRefused extends MentionTable {
      override async due(_now: Date, limit: number): Promise<readonly MentionSubject[]> {
        return ids.slice(0, limit).map((id) => ({ id, workId: "first" }));
      }
      override async requestCheck({ id }: MentionSubject): Promise<Mention | null> {
        if (id === ids[0]) throw new Error("not this one");
        return sampleMention({ id });
      }
    }
    const mentions = new OneRefused(dynamo.client, TABLE);
    await expect(runDaily({ ...world, mentions }, "run-1")).rejects.toThrow("not this one");
    expect(checksSent()).toEqual(ids.slice(1));
    expect(log.lines("work_not_entered")).toMatchObject([{ mention_id: ids[0] }]);
  });
});

describe("mentions that have ended", () => {
  const US = "https://alice.example/";
  const requested = async (source: string) => {
    const { mentions, mentionCounts, clock } = world;
    await mentionCounts.admit(new URL(source).hostname);
    const now = clock.now();
    return mentions.request(mentionSource(source), US, {
      workId: "request-1",
      now,
      reconcileAt: new Date(now.getTime() + HOUR),
    });
  };
  const counts = async () => Object.fromEntries(await world.mentionCounts.counts());
  const ids = async () => {
    const found: string[] = [];
    for await (const { id } of world.mentions.entries()) found.push(id);
    return found;
  };

  it("are removed when they have expired, and no longer counted", async () => {
    const old = await requested("https://old.example/");
    world.clock.forward(2 * DAY);
    const young = await requested("https://young.example/");
    world.clock.forward(5 * DAY - 1);
    expect(await run()).toMatchObject({ removed: 0, recounted: 0 });
    expect((await ids()).sort()).toEqual([old.id, young.id].sort());
    world.clock.forward(1);
    expect(await run()).toMatchObject({ removed: 1, recounted: 2 });
    expect(await ids()).toEqual([young.id]);
    expect(await counts()).toEqual({ all: 1, "young.example": 1 });
  });

  it("are removed when their host, or a parent domain of it, is blocked", async () => {
    for (const host of ["farm.example", "a.farm.example", "notfarm.example"]) await requested(`https://${host}/`);
    await world.blockedHosts.block("farm.example", world.clock.now());
    expect(await run()).toMatchObject({ removed: 2 });
    expect(await counts()).toEqual({ all: 1, "notfarm.example": 1 });
  });

  it("include those that were counted and never entered, as by a killed request", async () => {
    await requested("https://bob.example/");
    for (let index = 0; index < 3; index += 1) await world.mentionCounts.admit("bob.example");
    await world.mentionCounts.admit("dead.example");
    expect(await run()).toMatchObject({ removed: 0, recounted: 3 });
    expect(await counts()).toEqual({ all: 1, "bob.example": 1 });
    expect(await run()).toMatchObject({ recounted: 0 });
  });

  it("include those that were not verified within a day, when a limit is almost reached", async () => {
    const ids = [await requested("https://a.example/"), await requested("https://b.example/")].map(({ id }) => id);
    await verified("true");
    world.clock.forward(DAY + 1);
    const young = await requested("https://young.example/");
    expect(await run()).toMatchObject({ removed: 0 });
    await world.mentionCounts.correct(await world.mentionCounts.counts(), new Map([[ALL_HOSTS, 8_001]]));
    expect(await run()).toMatchObject({ removed: 2 });
    for (const id of ids) expect(await world.mentions.get(id)).toBeNull();
    expect(await world.mentions.get(young.id)).not.toBeNull();
    expect(await counts()).toEqual({ all: 2, "true.example": 1, "young.example": 1 });
  });

  it("count until they are removed: one run tries to remove 5,000", async () => {
    const old = { expiresAt: at(-1).toISOString(), verifiedAt: null, isHidden: false };
    const entry = { host: "bob.example", place: "", siteKey: null, ...old };
    /** 5,001 mentions that have expired. */
    class Flooded extends MentionTable {
      override async *entries() {
        for (let index = 0; index < 5_001; index += 1) yield { ...entry, id: String(index) };
      }
      override async remove(id: string) {
        // One of them has been verified meanwhile.
        return id !== "7";
      }
    }
    expect(await runDaily({ ...world, mentions: new Flooded(dynamo.client, TABLE) }, "run-1")).toMatchObject({
      removed: 4_999,
    });
    expect(await counts()).toEqual({ all: 1, "bob.example": 1 });
  });

  it("are removed although the removal of another one fails, which the log names", async () => {
    const old = { expiresAt: at(-1).toISOString(), verifiedAt: null, isHidden: false };
    const removed: string[] = [];
    /** 20 mentions that have expired, twice as many as are removed concurrently. */
    class Failing extends MentionTable {
      override async *entries() {
        const entry = { host: "bob.example", place: "", siteKey: null, ...old };
        for (let index = 0; index < 20; index += 1) yield { ...entry, id: String(index) };
      }
      override async remove(id: string) {
        if (id === "0") throw new Error("not this one");
        return removed.push(id) > 0;
      }
    }
    const mentions = new Failing(dynamo.client, TABLE);
    await expect(runDaily({ ...world, mentions }, "run-1")).rejects.toThrow("not this one");
    expect(removed).toHaveLength(19);
    expect(log.lines("mention_not_removed")).toMatchObject([{ mention_id: "0", correlation_id: "run-1" }]);
  });

  it("do not reduce the count by mentions that are added meanwhile", async () => {
    await requested("https://bob.example/");
    await world.mentionCounts.admit("bob.example");
    /** Mentions to which another one is added while they are read. */
    class Busy extends MentionTable {
      override async *entries() {
        yield* super.entries();
        await requested("https://bob.example/late");
      }
    }
    await runDaily({ ...world, mentions: new Busy(dynamo.client, TABLE) }, "run-1");
    expect(await counts()).toEqual({ all: 3, "bob.example": 3 });
    await run();
    expect(await counts()).toEqual({ all: 2, "bob.example": 2 });
  });
});
