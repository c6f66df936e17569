import { beforeEach, describe, expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import { apiOfEachTest, send, user, world } from "./api-of-tests.ts";
import { deckUrl, metadata } from "./slides-world.ts";

const log = capturedLog();
apiOfEachTest();

beforeEach(() => {
  dynamo.requests.length = 0;
});

/** The second id of a world: the first one is the creation's. */
const FIRST_FETCH = "id-2";
const URL_PASTED = "  https://www.speakerdeck.com/alice/a-deck/?slide=3 ";

function create(body: unknown = { url: URL_PASTED }, owner = user): Promise<HttpAnswer> {
  return send({ route: "POST /v1/stocks", body, user: owner, requestId: "request-7" });
}

function key(owner = user) {
  return { userId: owner, id: derivedId(owner, deckUrl()) };
}

describe("saving a deck", () => {
  it("answers 201 with the pending stock and its location", async () => {
    const id = derivedId(user, deckUrl());
    expect(await create({ url: URL_PASTED, memo: "for Friday" })).toEqual({
      status: 201,
      headers: { "content-type": "application/json", location: `/v1/stocks/${id}` },
      body: {
        id,
        provider: "speakerdeck",
        original_url: URL_PASTED,
        canonical_url: deckUrl(),
        status: "pending",
        title: null,
        author_name: null,
        thumbnail_url: null,
        embed_url: null,
        memo: "for Friday",
        tags: [],
        unread: true,
        starred: false,
        created_at: "2026-11-20T03:00:00.000Z",
        updated_at: "2026-11-20T03:00:00.000Z",
      },
    });
  });

  it("writes once, and sends one message with exactly the specified fields", async () => {
    await create();
    expect(world.queue.sent).toEqual([
      {
        message: {
          schemaVersion: 1,
          stockId: derivedId(user, deckUrl()),
          originalUrl: URL_PASTED,
          canonicalUrl: deckUrl(),
          provider: "speakerdeck",
          userId: user,
          fetchId: FIRST_FETCH,
        },
        correlationId: "request-7",
      },
    ]);
    expect(dynamo.requests).toEqual(["PutItemCommand"]);
  });
});

describe("saving the same deck again", () => {
  it("answers 200 with the existing stock, and sends nothing", async () => {
    const first = await create({ url: URL_PASTED, memo: "first" });
    world.clock.forward(MINUTE);
    const second = await create({ url: "http://speakerdeck.com/u/alice/p/a-deck", memo: "second" });
    expect(second).toEqual({ status: 200, headers: { "content-type": "application/json" }, body: first.body });
    expect(world.queue.sent).toHaveLength(1);
  });

  it("fetches a failed stock again, by a new request that old messages can't end", async () => {
    await create({ url: URL_PASTED, memo: "kept" });
    await world.items.fail(key(), { code: "not_found" }, { workId: FIRST_FETCH, now: world.clock.now() });
    world.clock.forward(MINUTE);
    const again = await create();
    expect(again).toMatchObject({ status: 200, body: { status: "pending", memo: "kept" } });
    expect(again.body.failure).toBeUndefined();
    const [, sent] = world.queue.sent;
    const stock = await world.items.get(key());
    expect(sent?.message.fetchId).toBe(stock?.workId);
    expect(stock?.workId).not.toBe(FIRST_FETCH);
    expect(await world.items.fail(key(), { code: "late" }, { workId: FIRST_FETCH, now: world.clock.now() })).toBe(
      false,
    );
  });
});

describe("saving a deck under a key", () => {
  const headers = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };
  const createOnce = (body: object = { url: URL_PASTED }) => send({ route: "POST /v1/stocks", body, user, headers });
  const replayOf = (answer: HttpAnswer) => ({
    ...answer,
    headers: { ...answer.headers, "idempotency-replayed": "true" },
  });

  it("repeats the first answer, whatever the stock's state is now, and restores nothing", async () => {
    const body = { url: `  ${deckUrl()}?slide=3 `, memo: '"\\/\u0000\u2028\ud800 猫\r\n' };
    const first = await createOnce(body);
    expect(first.status).toBe(201);
    world.clock.forward(MINUTE);
    await world.items.complete(key(), metadata, { workId: FIRST_FETCH, now: world.clock.now() });
    expect(await createOnce(body)).toEqual(replayOf(first));
    await world.items.delete(key(), deletion(world.clock.now()));
    expect(await createOnce(body)).toEqual(replayOf(first));
    expect(await world.items.get(key())).toBeNull();
    expect(await createOnce({ ...body, memo: "other" })).toMatchObject({
      status: 409,
      body: { code: "idempotency_key_reused" },
    });
  });

  it("fetches a failed stock again once, and repeats that answer, even if the stock was deleted since", async () => {
    await create();
    await world.items.fail(key(), { code: "not_found" }, { workId: FIRST_FETCH, now: world.clock.now() });
    const again = await createOnce();
    expect(again).toMatchObject({ status: 200, body: { status: "pending" } });
    await world.items.delete(key(), deletion(world.clock.now()));
    expect(await createOnce()).toEqual(replayOf(again));
    expect(world.queue.sent).toHaveLength(2);
  });
});

describe("a stock that changes between two calls", () => {
  /** Calls a function the first `times` times after the stock was read. */
  function afterGet(times: number, act: () => Promise<unknown>): void {
    const { items: stocks } = world;
    const get = stocks.getWithCreations.bind(stocks);
    let left = times;
    stocks.getWithCreations = async (wanted) => {
      const found = await get(wanted);
      if (left > 0) await act();
      left -= 1;
      return found;
    };
  }

  it("is created again when it is deleted just before it is read", async () => {
    await create();
    const { items: stocks } = world;
    const get = stocks.getWithCreations.bind(stocks);
    stocks.getWithCreations = async (wanted) => {
      await stocks.delete(wanted, deletion(world.clock.now()));
      return get(wanted);
    };
    expect(await create()).toMatchObject({ status: 201 });
    expect(world.queue.sent).toHaveLength(2);
  });

  it("is answered in its state when another request fetched it again meanwhile", async () => {
    await create();
    await world.items.fail(key(), { code: "not_found" }, { workId: FIRST_FETCH, now: world.clock.now() });
    afterGet(1, () => world.items.requestWork(key(), workRequest("theirs", world.clock.now())));
    expect(await create()).toMatchObject({ status: 200, body: { status: "pending" } });
    // The other request sends its own message.
    expect(world.queue.sent).toHaveLength(1);
  });

  it("is answered 503 with Retry-After when it keeps changing", async () => {
    await create();
    const { items: stocks } = world;
    stocks.getWithCreations = async () => ({ item: null, creations: new Set(), mergedInto: null });
    const answer = await create();
    expect(answer).toMatchObject({
      status: 503,
      headers: { "content-type": "application/problem+json", "retry-after": "1" },
      body: { code: "temporarily_unavailable" },
    });
  });
});

describe("a queue that does not accept the message", () => {
  beforeEach(() => {
    world.queue.failure = new Error("queue away");
  });

  it("does not fail the request: the stock is stored, and overdue after the grace period", async () => {
    expect(await create()).toMatchObject({ status: 201, body: { status: "pending" } });
    expect(await world.items.get(key())).toMatchObject({
      status: "pending",
      reconcileAt: "2026-11-20T03:10:00.000Z",
    });
    expect(log.lines("send_left_to_reconcile")).toEqual([
      expect.objectContaining({ level: "ERROR", queue: "oembed-fetch", correlation_id: "request-7" }),
    ]);
  });

  it("never puts the deck's address into the log", async () => {
    await create({ url: `${deckUrl("hush")}?token=hush`, memo: "hush" });
    expect(log.raw.length).toBeGreaterThan(0);
    expect(log.raw.join("\n")).not.toContain("hush");
  });
});

describe("a text that is no deck", () => {
  it("is rejected with the reason, and neither stored nor fetched", async () => {
    expect(await create({ url: "https://speakerdeck.com/player/0123456789abcdef0123456789abcdef" })).toMatchObject({
      status: 400,
      headers: { "content-type": "application/problem+json" },
      body: { code: "unsupported_url_type", detail: expect.stringMatching(/Paste .+\.$/) },
    });
    expect(dynamo.requests).toEqual([]);
    expect(world.queue.sent).toEqual([]);
  });

  it("or an invalid request is rejected with every field's name", async () => {
    const answer = await create({ url: null, memo: "m".repeat(5_001) });
    expect(answer).toMatchObject({ status: 400, body: { code: "validation_error" } });
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(["url", "memo"]);
    expect(dynamo.requests).toEqual([]);
  });

  it("a memo may have 5,000 characters", async () => {
    expect(await create({ url: deckUrl(), memo: "あ".repeat(5_000) })).toMatchObject({ status: 201 });
  });
});
