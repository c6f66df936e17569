import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { awsError, lostAnswer } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import type { Intercept } from "../emulators/intercepted-client.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { invocation } from "../emulators/invocation.ts";
import { at, MINUTE, START } from "../emulators/test-clock.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksApi, bookmarksWorld, pageUrl } from "./bookmarks-world.ts";

// Two writes can fail or be the last one: the claim of the key and then the bookmark.

capturedLog();
let dynamo: TestDynamo;
let world: BookmarksWorld;
let key: string;

// Reconcile reads all users' bookmarks, so that each test needs tables of its own.
beforeEach(async () => {
  dynamo = await startDynamo();
  world = bookmarksWorld(dynamo);
  key = randomUUID();
});
afterEach(() => dynamo.close());

type Client = Parameters<typeof bookmarksWorld>[0]["client"];

/** The request that saves the page, with the given client or the default one. */
function save(client: Client = dynamo.client, body: unknown = { url: pageUrl() }): Promise<HttpAnswer> {
  const { bookmarks, failedJobs, idempotencyKeys } = bookmarksWorld({ client });
  const send = bookmarksApi({ ...world, bookmarks, failedJobs, idempotencyKeys });
  return send({ route: "POST /v1/bookmarks", body, headers: { "idempotency-key": key } });
}

const kept = async () =>
  (await world.bookmarks.list("alice", { limit: 100, position: undefined })).items.map(({ url }) => url);
const messages = () => world.processingQueue.sent.length;
const REPLAYED = { "idempotency-replayed": "true" };

/** The calls to the tables by which a new page is saved. */
const CALLS = [
  { call: "the claim of the key", command: "PutItemCommand", table: "idempotency_keys" },
  { call: "the look at the bookmark", command: "GetItemCommand", table: "bookmarks" },
  { call: "the write of the bookmark", command: "UpdateItemCommand", table: "bookmarks" },
] as const;
const WRITES = CALLS.filter(({ command }) => command !== "GetItemCommand");

type Call = Pick<(typeof CALLS)[number], "command" | "table">;

/** Fails the first `times` tries of one call, before they are sent or after they took effect. */
function failing(of: Call, times: number, error: () => Error, moment: "before" | "after" = "before"): Intercept {
  let left = times;
  return async ({ command, table }, forward) => {
    const fails = command === of.command && table === of.table && left > 0;
    if (!fails) return forward();
    left -= 1;
    if (moment === "after") await forward();
    throw error();
  };
}

const temporarilyUnavailable = {
  status: 503,
  headers: { "content-type": "application/problem+json", "retry-after": expect.stringMatching(/^[1-9]\d*$/) },
  body: expect.objectContaining({ code: "temporarily_unavailable" }),
};

describe("a killed request", () => {
  it("before the key is claimed leaves nothing, and the retry creates", async () => {
    const { client, answer } = invocation(dynamo, { call: 1, moment: "before" });
    expect(await answer(() => save(client))).toBe("dead");
    expect(await kept()).toEqual([]);
    world.clock.forward(MINUTE);
    const retry = await save();
    expect(retry).toMatchObject({ status: 201, body: { created_at: at(MINUTE).toISOString() } });
    expect(retry.headers).not.toMatchObject(REPLAYED);
    expect(messages()).toBe(1);
  });

  it("between the claim and the write: the retry creates the bookmark of the first request", async () => {
    const { client, answer } = invocation(dynamo, { call: 3, moment: "before" });
    expect(await answer(() => save(client))).toBe("dead");
    expect(await kept()).toEqual([]);
    world.clock.forward(MINUTE);
    expect((await save(undefined, { url: pageUrl("another") })).status).toBe(409);
    expect(await save()).toMatchObject({ status: 201, body: { created_at: START.toISOString() } });
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
  });

  it("after the write and before its message: the retry is 201, and reconcile sends the one message", async () => {
    const { client, answer } = invocation(dynamo, { call: 3, moment: "after" });
    expect(await answer(() => save(client))).toBe("dead");
    world.clock.forward(MINUTE);
    expect(await save()).toMatchObject({ status: 201, body: { created_at: START.toISOString() }, headers: REPLAYED });
    expect(await kept()).toEqual([pageUrl()]);
    // A replay sends nothing: otherwise fifty replays would send fifty messages.
    expect(messages()).toBe(0);
    world.clock.forward(9 * MINUTE);
    const { bookmarks, processingQueue, clock } = world;
    await reconcile([reconcilableBookmarks(bookmarks, processingQueue, clock)], "run-1", clock);
    expect(messages()).toBe(1);
  });
});

describe("a table with failures", () => {
  it.each(WRITES)("$call took effect but timed out, and the SDK's retry ends with the one bookmark", async (of) => {
    const client = interceptedClient(
      dynamo,
      failing(of, 1, () => lostAnswer(), "after"),
    );
    const answer = await save(client);
    expect(answer.status).toBe(201);
    expect(answer.headers).not.toMatchObject(REPLAYED);
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
    expect(await save()).toMatchObject({ status: 201, body: answer.body, headers: REPLAYED });
  });

  it.each(WRITES)(
    "$call took effect but every try timed out: 503, and the client's retry ends with the bookmark",
    async (of) => {
      const client = interceptedClient(
        dynamo,
        failing(of, Number.POSITIVE_INFINITY, () => lostAnswer(), "after"),
      );
      expect(await save(client)).toEqual(temporarilyUnavailable);
      const retry = await save();
      expect(retry.status).toBe(201);
      expect(await kept()).toEqual([pageUrl()]);
      world.clock.forward(10 * MINUTE);
      const { bookmarks, processingQueue, clock } = world;
      if (messages() === 0) {
        await reconcile([reconcilableBookmarks(bookmarks, processingQueue, clock)], "run-1", clock);
      }
      expect(messages()).toBe(1);
    },
  );

  it.each(CALLS)("$call is throttled: 503 with Retry-After, and the key succeeds later", async (of) => {
    for (const name of ["ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded"]) {
      key = randomUUID();
      const body = { url: pageUrl(name) };
      // One try: the SDK's own retries are used up.
      const client = interceptedClient(
        dynamo,
        failing(of, 1, () => awsError(name, 400)),
        1,
      );
      expect(await save(client, body)).toEqual(temporarilyUnavailable);
      expect(await save(client, body)).toMatchObject({ status: 201 });
    }
    expect(await kept()).toHaveLength(3);
    expect(messages()).toBe(3);
  });

  it.each(CALLS)("$call fails with 5xx at every try: 503, and the same body succeeds later", async (of) => {
    let tries = 0;
    const client = interceptedClient(
      dynamo,
      failing(of, 3, () => {
        tries += 1;
        return awsError("InternalServerError", 500);
      }),
    );
    expect(await save(client)).toEqual(temporarilyUnavailable);
    // After the SDK's own retries.
    expect(tries).toBe(3);
    expect(await kept()).toEqual([]);
    expect(messages()).toBe(0);
    expect(await save()).toMatchObject({ status: 201 });
    expect(messages()).toBe(1);
  });

  it("while the claim fails nothing is stored for the key: another body may use it", async () => {
    const [claim] = CALLS;
    const broken = failing(claim, Number.POSITIVE_INFINITY, () => awsError("InternalServerError", 500));
    expect(await save(interceptedClient(dynamo, broken))).toEqual(temporarilyUnavailable);
    const other = await save(undefined, { url: pageUrl("another") });
    expect(other.status).toBe(201);
    expect(other.headers).not.toMatchObject(REPLAYED);
  });
});

describe("the largest answers", () => {
  // The answer of a new bookmark is not stored, since it is derived from the bookmark. The answer "200, it existed" is
  // stored with the key; the limits of the fields keep it far below the 400 KB of an item, with any escaped characters.
  it("are stored and replayed", async () => {
    const page = `${pageUrl()}?${"x".repeat(2_048 - pageUrl().length - 1)}`;
    const worst = (length: number) => "\u0001".repeat(length);
    const content = { url: page, title: worst(500), note: worst(5_000), source_hint: worst(200) };
    const first = await save(undefined, content);
    expect(first).toMatchObject({ status: 201, body: { note: worst(5_000) } });
    expect(await save(undefined, content)).toMatchObject({ status: 201, body: first.body, headers: REPLAYED });

    const facts = { siteName: worst(500), author: worst(500), language: null, imageUrl: null, pageTitle: worst(1_000) };
    const summed = {
      summary: worst(6_000),
      tags: Array.from({ length: 5 }, () => worst(300)),
      summaryBy: "extractive",
    };
    const { id } = first.body;
    await world.bookmarks.saveFacts({ userId: "alice", id }, "id-2", { ...facts, ...summed }, world.clock.now());
    key = randomUUID();
    const there = await save(undefined, content);
    expect(there).toMatchObject({ status: 200, body: { summary: worst(6_000) } });
    const replay = await save(undefined, content);
    expect(replay).toEqual({ ...there, headers: { ...there.headers, ...REPLAYED } });
  });
});

describe("the gateway times out while the function goes on", () => {
  /** The first request is held at its n-th call, a second request is answered meanwhile, then the first one continues. */
  async function overtaken(held: number) {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let calls = 0;
    async function pass<T>(forward: () => Promise<T>): Promise<T> {
      calls += 1;
      if (calls === held) {
        reached.resolve();
        await released.promise;
      }
      return forward();
    }
    const { bookmarks, idempotencyKeys } = bookmarksWorld({
      client: interceptedClient(dynamo, (_attempt, forward) => pass(forward)),
    });
    const { processingQueue } = world;
    const slowQueue = {
      ...processingQueue,
      send: (...sent: Parameters<typeof processingQueue.send>) => pass(() => processingQueue.send(...sent)),
    };
    const slow = bookmarksApi({ ...world, bookmarks, idempotencyKeys, processingQueue: slowQueue });
    const request = { route: "POST /v1/bookmarks", body: { url: pageUrl() }, headers: { "idempotency-key": key } };
    const first = slow(request);
    await reached.promise;
    world.clock.forward(MINUTE / 2);
    const second = await save();
    released.resolve();
    return { first: await first, second };
  }

  it.each([1, 2, 3, 4])("held at call %i: the retry gets the finished result, and so does the first", async (held) => {
    const { first, second } = await overtaken(held);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(JSON.stringify(first.body)).toBe(JSON.stringify(second.body));
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
  });
});
