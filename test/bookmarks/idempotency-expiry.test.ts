import { randomUUID } from "node:crypto";
import { DeleteCommand, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { MINUTE, newUser } from "../emulators/test-clock.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksApi, bookmarksWorld, pageUrl } from "./bookmarks-world.ts";

const HOUR = 60 * MINUTE;
const KEPT = 72 * HOUR;
const REPLAYED = { "idempotency-replayed": "true" };

const log = capturedLog();
let dynamo: TestDynamo;
let world: BookmarksWorld;
let user: string;
let key: string;

beforeAll(async () => {
  dynamo = await startDynamo();
});
afterAll(() => dynamo.close());
beforeEach(() => {
  world = bookmarksWorld(dynamo);
  user = newUser();
  key = randomUUID();
});

function save({ body = { url: pageUrl() }, by = world }: { body?: unknown; by?: BookmarksWorld } = {}) {
  return bookmarksApi(by)({ route: "POST /v1/bookmarks", body, headers: { "idempotency-key": key }, user });
}

async function remove(): Promise<void> {
  await world.bookmarks.delete({ userId: user, id: derivedId(user, pageUrl()) }, deletion(world.clock.now()));
}

const kept = async () =>
  (await world.bookmarks.list(user, { limit: 100, position: undefined })).items.map(({ url }) => url);
const messages = () => world.processingQueue.sent.length;
const marked = ({ headers }: HttpAnswer) => "idempotency-replayed" in headers;

/** The key's item in the table. */
const item = () => ({ TableName: "idempotency_keys", Key: { id: derivedId(user, "POST /v1/bookmarks", key) } });
const itemIsThere = async () => (await dynamo.client.send(new GetCommand(item()))).Item !== undefined;

/** A world whose clock is wrong by this many milliseconds. */
function skewed(milliseconds: number): BookmarksWorld {
  const { clock } = world;
  const now = () => new Date(clock.now().getTime() + milliseconds);
  return { ...world, clock: { ...clock, now } };
}

describe("the expiry of a key", () => {
  it("72 h and 1 s later the key is a new one, even if its item still exists: the existing bookmark is answered", async () => {
    const first = await save();
    world.clock.forward(KEPT + 1_000);
    expect(await itemIsThere()).toBe(true);
    const again = await save();
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(marked(again)).toBe(false);
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
  });

  it("an expired key is free for another body, and for the same page after it was deleted", async () => {
    await save();
    world.clock.forward(KEPT + 1_000);
    const other = await save({ body: { url: pageUrl("another") } });
    expect(other.status).toBe(201);
    expect(marked(other)).toBe(false);
    await remove();
    world.clock.forward(KEPT + 1_000);
    expect(await save()).toMatchObject({ status: 201 });
    expect(messages()).toBe(3);
  });

  it("until it expires a key is the old one", async () => {
    const first = await save();
    world.clock.forward(KEPT - 1);
    expect(await save()).toMatchObject({ status: 201, body: first.body, headers: REPLAYED });
    expect((await save({ body: { url: pageUrl("another") } })).status).toBe(409);
  });

  it.each([
    { name: "early", after: HOUR },
    { name: "in time", after: KEPT + HOUR },
    { name: "days late", after: KEPT + 120 * HOUR },
  ])("an item that TTL deleted $name makes no difference", async ({ after }) => {
    const first = await save();
    world.clock.forward(after);
    await dynamo.client.send(new DeleteCommand(item()));
    const again = await save();
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
  });

  it("an item that TTL never deleted makes no difference either", async () => {
    const first = await save();
    world.clock.forward(KEPT + 120 * HOUR);
    expect(await itemIsThere()).toBe(true);
    expect(await save()).toMatchObject({ status: 200, body: first.body });
  });

  // A key can't expire between the condition and the read, since both use one reading of the clock. But its item can be
  // deleted in between.
  it("an item that is deleted between the condition and the read counts as a new key: no error, no duplicate", async () => {
    const first = await save();
    let gone = false;
    const client = interceptedClient(dynamo, async ({ command, table }, forward) => {
      const result = await forward();
      if (command === "PutItemCommand" && table === "idempotency_keys" && !gone) {
        gone = true;
        await dynamo.client.send(new DeleteCommand(item()));
      }
      return result;
    });
    const { idempotencyKeys } = bookmarksWorld({ client });
    expect(await save({ by: { ...world, idempotencyKeys } })).toMatchObject({ status: 200, body: first.body });
    expect(gone).toBe(true);
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
  });

  it("the clock may pass the expiry between any two calls of a request", async () => {
    for (let call = 1; call <= 5; call += 1) {
      key = randomUUID();
      user = newUser();
      world = bookmarksWorld(dynamo);
      const first = await save();
      world.clock.forward(KEPT - 1);
      let calls = 0;
      const client = interceptedClient(dynamo, async (_attempt, forward) => {
        calls += 1;
        if (calls === call) world.clock.forward(2);
        return forward();
      });
      const { bookmarks, idempotencyKeys } = bookmarksWorld({ client });
      const late = await save({ by: { ...world, bookmarks, idempotencyKeys } });
      expect({ call, status: late.status, body: late.body }).toEqual({ call, status: 201, body: first.body });
      expect(messages()).toBe(1);
    }
  });

  it.each([
    { name: "the late host first", skews: [-500, 500] },
    { name: "the early host first", skews: [500, -500] },
  ])("two hosts disagree about the expiry by a second, $name: one bookmark, one message", async ({ skews }) => {
    const first = await save();
    world.clock.forward(KEPT);
    for (const skew of skews) {
      const answer = await save({ by: skewed(skew) });
      expect([200, 201]).toContain(answer.status);
      expect(answer.body).toEqual(first.body);
    }
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
  });

  it("two hosts at the same time, for a page that was deleted: one of them saves it, once", async () => {
    await save();
    await remove();
    world.clock.forward(KEPT);
    const answers = await Promise.all([save({ by: skewed(-500) }), save({ by: skewed(500) })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(2);
  });

  it("one of fifty concurrent requests with an expired key creates, the others replay", async () => {
    await save();
    await remove();
    world.clock.forward(KEPT + 1_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => save()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(answers.filter((answer) => !marked(answer))).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(2);
  });

  it("of two bodies with one expired key, one is answered 409", async () => {
    await save();
    world.clock.forward(KEPT + 1_000);
    const bodies = [{ url: pageUrl("one") }, { url: pageUrl("two") }];
    const answers = await Promise.all(bodies.map((body) => save({ body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await kept()).toHaveLength(2);
  });

  it("a client that was offline for five days gets the existing bookmark", async () => {
    const first = await save();
    world.clock.forward(120 * HOUR);
    expect(await save()).toMatchObject({ status: 200, body: { id: first.body.id } });
    key = randomUUID();
    expect(await save({ body: { url: `${pageUrl()}?utm_source=share#top`, created_from: "ios" } })).toMatchObject({
      status: 200,
      body: { id: first.body.id, url: pageUrl(), created_from: "api" },
    });
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
  });
});

describe("errors and replay", () => {
  it("a 500 is not replayed: the same key succeeds when the bug is fixed", async () => {
    const { bookmarks } = world;
    const create = bookmarks.create.bind(bookmarks);
    bookmarks.create = async () => {
      throw new TypeError("a bug");
    };
    expect(await save()).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(JSON.stringify(log.lines("request_failed"))).toContain("a bug");
    bookmarks.create = create;
    expect(await save()).toMatchObject({ status: 201 });
    expect(await save()).toMatchObject({ status: 201, headers: REPLAYED });
    expect(messages()).toBe(1);
  });

  // Only the gateway answers 429, before the function is invoked, so that no key was used.
  // test/shared/idempotency/once.test.ts tests that a 429, 408 or 425 of a creation leaves its key unused.

  // Saving a bookmark has no 404 or 409 of its own. A 4xx answer of a creation is never replayed (same file).
  it("the replayed answer to a 200 stays the same, even if the bookmark has changed since", async () => {
    await save();
    key = randomUUID();
    const there = await save();
    expect(there).toMatchObject({ status: 200, body: { status: "saving" } });
    const id = { userId: user, id: there.body.id };
    const bookmark = await world.bookmarks.get(id);
    if (bookmark === null) throw new Error("The bookmark is gone");
    await world.bookmarks.saveTexts(bookmark, { title: "Changed" }, world.clock.now());
    const failure = { jobType: "extraction", code: "timeout", retryable: true } as const;
    await world.bookmarks.saveFailure(id, "id-2", failure, world.clock.now());
    expect(await save()).toEqual({ ...there, headers: { ...there.headers, ...REPLAYED } });
    await remove();
    expect(await save()).toEqual({ ...there, headers: { ...there.headers, ...REPLAYED } });
  });

  it("409 for another body stays 409, even if it is repeated", async () => {
    await save();
    const body = { url: pageUrl("another") };
    for (let time = 0; time < 3; time += 1) expect((await save({ body })).status).toBe(409);
  });

  it("an answer that an older version stored is replayed in its old form", async () => {
    await save();
    key = randomUUID();
    const { body } = await save();
    const old = { status: 200, body: { ...body, title: "As it was" }, headers: { "cache-control": "no-store" } };
    await dynamo.client.send(
      new UpdateCommand({
        ...item(),
        UpdateExpression: "SET answer = :answer, of_a_later_version = :more",
        ExpressionAttributeValues: { ":answer": JSON.stringify(old), ":more": { a: 1 } },
      }),
    );
    const replay = await save();
    expect(replay).toMatchObject({ status: 200, body: old.body, headers: { ...old.headers, ...REPLAYED } });
  });

  it("a bookmark that an older version wrote still proves its creation", async () => {
    const first = await save();
    await dynamo.client.send(
      new UpdateCommand({
        TableName: "bookmarks",
        Key: { user_id: user, id: first.body.id },
        UpdateExpression: "SET of_a_later_version = :more REMOVE summary_by, retrying, page_title, requested_at",
        ExpressionAttributeValues: { ":more": { a: 1 } },
      }),
    );
    expect(await save()).toEqual({ ...first, headers: { ...first.headers, ...REPLAYED } });
  });

  it("a replay has the first answer's status, location and body, and the replay header, every time", async () => {
    const first = await save();
    expect(first.status).toBe(201);
    expect(marked(first)).toBe(false);
    for (let time = 0; time < 3; time += 1) {
      world.clock.forward(HOUR);
      const replay = await save();
      expect(replay.status).toBe(201);
      expect(replay.headers).toEqual({ ...first.headers, ...REPLAYED });
      expect(JSON.stringify(replay.body)).toBe(JSON.stringify(first.body));
    }
  });
});
