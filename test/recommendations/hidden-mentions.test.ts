import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isExpired } from "../../lambdas/recommendations/domain/mention.ts";
import { mentionSource } from "../../lambdas/recommendations/domain/mention-source.ts";
import { runDaily } from "../../lambdas/recommendations/on-schedule.ts";
import { MentionTable } from "../../lambdas/recommendations/tables/mention-table.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { TABLE } from "./changes-world.ts";
import { looker } from "./mentions-world.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";
import { publisher } from "./recommendations-world.ts";
import { DAY, FOUND } from "./sample-mentions.ts";
import { verifiedBy } from "./verified-by.ts";

const TARGET = "https://alice.example/";
const LIST = "https://bob.example/.well-known/recommendations.json";
const POST = "https://bob.example/post";

const log = capturedLog();
publisherOfEachTest();

/** Sends a mention. @returns its id */
async function sent(source: string): Promise<string> {
  world.clock.forward(1);
  expect((await olga.mention({ source, target: TARGET })).status).toBe(202);
  return world.webmentionReceiveQueue.sent.at(-1)?.message.mentionId ?? "";
}

async function verified(source: string, verification = FOUND): Promise<string> {
  const id = await sent(source);
  await verifiedBy(world, id, verification);
  return id;
}

const listed = async (query: Record<string, string> = {}) =>
  (await olga.mentions(query)).body.mentions.map(({ source }: { source: string }) => source);
const incoming = async () => (await olga.incoming()).body.recommendations.map(({ url }: { url: string }) => url);
const messages = () => world.webmentionReceiveQueue.sent.length;
const stored = async (id: string) => (await world.mentions.get(id)) ?? expect.fail("There is no mention.");

describe("a hidden mention", () => {
  it("leaves the incoming recommendations, and is listed as hidden", async () => {
    const id = await verified(LIST);
    await verified(POST);
    expect(await incoming()).toEqual(["https://bob.example/"]);
    expect(await olga.hide(id, true)).toMatchObject({ status: 200, body: { id, status: "verified", hidden: true } });
    expect([
      await incoming(),
      await listed(),
      await listed({ hidden: "true" }),
      await listed({ hidden: "false" }),
    ]).toEqual([[], [POST, LIST], [LIST], [POST]]);
    expect((await olga.mentions({ hidden: "true" })).body.mentions).toMatchObject([{ id, hidden: true }]);
    const { next_cursor: cursor } = (await olga.mentions({ limit: "1" })).body;
    expect(await olga.mentions({ cursor, hidden: "true" })).toMatchObject(problem(400, "invalid_cursor"));
  });

  it("stays hidden when it is sent again: it is accepted, and dropped", async () => {
    const id = await verified(LIST);
    await olga.hide(id, true);
    const before = [messages(), await stored(id)];
    expect((await olga.mention({ source: LIST, target: TARGET })).status).toBe(202);
    expect([messages(), await stored(id)]).toEqual(before);
    expect(log.lines("mention_dropped")).toMatchObject([{ code: "mention_hidden", host: "bob.example" }]);
  });

  it("is not verified any more: neither by a verification that is under way, nor by the daily run", async () => {
    const id = await sent(LIST);
    const [{ message } = expect.fail("No message is sent.")] = world.webmentionReceiveQueue.sent;
    const before = await stored(id);
    await olga.hide(id, true);
    expect(messages()).toBe(1);
    expect(await world.mentions.save({ ...before, status: "verified" })).toBe(false);
    // It would request the source, and fail: no fetch is expected.
    const notices = { put: async () => expect.fail("A notice is made.") };
    const services = { ...world, notices, siteUrl: TARGET, random: () => 0, maxReceiveCount: 5 };
    expect(await looker(services as never).receive(message)).toBe(true);
    world.clock.forward(30 * DAY);
    expect(await runDaily(world, "run-1")).toMatchObject({ mentions: 0, removed: 0 });
    expect(await world.mentions.overdue(world.clock.now(), 10)).toEqual([]);
    expect(await stored(id)).toMatchObject({ status: "new", isHidden: true });
  });

  it("is kept however long it was not verified, and when its host is blocked", async () => {
    const id = await verified(LIST, { kind: "not_found" });
    await olga.hide(id, true);
    await olga.block("bob.example");
    world.clock.forward(100 * DAY);
    expect(await runDaily(world, "run-1")).toMatchObject({ removed: 0 });
    expect(await listed()).toEqual([]);
    await olga.unblock("bob.example");
    expect(await listed({ hidden: "true" })).toEqual([LIST]);
    expect((await world.mentionCounts.counts()).get("bob.example")).toBe(1);
  });

  it("is verified when it is shown again, and then expires like any other", async () => {
    const id = await sent(LIST);
    await olga.hide(id, true);
    world.clock.forward(100 * DAY);
    const before = messages();
    expect(await olga.hide(id, false)).toMatchObject({ status: 200, body: { id, status: "new", hidden: false } });
    expect(messages()).toBe(before + 1);
    const shown = await stored(id);
    expect(world.webmentionReceiveQueue.sent.at(-1)?.message).toMatchObject({ requestId: shown.workId });
    expect(isExpired(shown, new Date(world.clock.now().getTime() + 7 * DAY - 1))).toBe(false);
    expect(isExpired(shown, new Date(world.clock.now().getTime() + 7 * DAY + 1_000))).toBe(true);
    await verifiedBy(world, id, FOUND);
    expect(await incoming()).toEqual(["https://bob.example/"]);
  });

  it("is written once, however often it is asked for", async () => {
    const id = await verified(LIST);
    for (const hidden of [true, false]) {
      const { body } = await olga.hide(id, hidden);
      const before = [messages(), await stored(id)];
      expect(await olga.hide(id, hidden)).toMatchObject({ status: 200, body });
      expect([messages(), await stored(id)]).toEqual(before);
    }
  });

  it("may be verified between the read and the write: then it is read again", async () => {
    const id = await sent(LIST);
    /** A mention that is verified after its first read. */
    class Verified extends MentionTable {
      #reads = 0;
      override async get(one: string) {
        const seen = await super.get(one);
        this.#reads += 1;
        if (this.#reads === 1) await verifiedBy(world, one, FOUND);
        return seen;
      }
    }
    const mentions = new Verified(dynamo.client, TABLE);
    expect(await publisher({ ...world, mentions }).hide(id, true)).toMatchObject({
      body: { status: "verified", hidden: true },
    });
    expect([await listed({ status: "verified", hidden: "true" }), await incoming()]).toEqual([[LIST], []]);
  });

  it("may change between every read and write: 503 after five attempts", async () => {
    const id = await sent(LIST);
    let attempts = 0;
    class Changed extends MentionTable {
      override async hide() {
        attempts += 1;
        return null;
      }
    }
    const mentions = new Changed(dynamo.client, TABLE);
    expect(await publisher({ ...world, mentions }).hide(id, true)).toMatchObject({
      ...problem(503, "temporarily_unavailable"),
      body: { detail: "The mention keeps changing at this moment. Send it again." },
    });
    expect(attempts).toBe(5);
  });

  it("may be hidden while it is being sent again: then it stays as it is", async () => {
    const id = await verified(LIST);
    const seen = await world.mentions.known(mentionSource(LIST), TARGET, world.clock.now());
    await olga.hide(id, true);
    const request = { workId: randomUUID(), now: world.clock.now(), reconcileAt: world.clock.now() };
    expect(await world.mentions.request(mentionSource(LIST), TARGET, request, seen)).toEqual(await stored(id));
  });
});

it.each([derivedId("nothing"), "1", "__proto__"])("no mention has the id %s", async (id) => {
  expect(await olga.hide(id, true)).toMatchObject(problem(404, "not_found"));
});

it("a mention that has expired can't be hidden, and a value that is no boolean hides none", async () => {
  const id = await sent(LIST);
  expect(await olga.hide(id, "true")).toMatchObject(problem(400, "validation_error"));
  world.clock.forward(7 * DAY + MINUTE);
  expect(await olga.hide(id, true)).toMatchObject(problem(404, "not_found"));
});
