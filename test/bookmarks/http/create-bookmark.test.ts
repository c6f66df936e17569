import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { failProcessing } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { savedBookmark } from "../../client/saved-bookmark.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import type { HttpAnswer } from "../../emulators/http-event.ts";
import { apiOfEachTest, send, user, world } from "../api-of-tests.ts";
import { pageUrl } from "../bookmarks-world.ts";

apiOfEachTest();

beforeEach(() => {
  dynamo.requests.length = 0;
  dynamo.consumed.length = 0;
});

function create(key: string, body: unknown = { url: pageUrl() }, owner = user): Promise<HttpAnswer> {
  return send({ route: "POST /v1/bookmarks", body, user: owner, headers: { "idempotency-key": key } });
}

const writes = () => dynamo.consumed.filter(({ command }) => !/^(Get|Query)/.test(command));

describe("saving a page", () => {
  it("answers 201 with the bookmark and its location, and sends one message", async () => {
    const id = derivedId(user, pageUrl());
    const answer = await create(randomUUID(), { url: ` ${pageUrl()}#top `, note: "for Friday", created_from: "ios" });
    expect(answer).toEqual({
      status: 201,
      headers: { "content-type": "application/json", location: `/v1/bookmarks/${id}` },
      body: savedBookmark({
        id,
        url: `${pageUrl()}#top`,
        note: "for Friday",
        created_from: "ios",
        created_at: "2026-11-20T03:00:00.000Z",
      }),
    });
    expect(world.queue.sent.map(({ message }) => message)).toEqual([
      { schemaVersion: 1, bookmarkId: id, userId: user, processingId: "id-2", url: `${pageUrl()}#top` },
    ]);
  });

  it("uses the time when the page was saved elsewhere as created_at", async () => {
    const saved_at = "2019-02-03T13:05:06.7+09:00";
    const key = randomUUID();
    const answer = await create(key, { url: pageUrl(), saved_at, created_from: "import" });
    const times = { created_at: "2019-02-03T04:05:06.700Z", updated_at: "2026-11-20T03:00:00.000Z" };
    expect(answer).toMatchObject({ status: 201, body: { ...times, created_from: "import" } });
    world.clock.forward(60_000);
    expect(await create(key, { url: pageUrl(), saved_at, created_from: "import" })).toMatchObject({
      body: answer.body,
    });
    const stored = await world.items.get({ userId: user, id: derivedId(user, pageUrl()) });
    expect(stored).toMatchObject({ createdAt: times.created_at, requestedAt: times.updated_at });
  });

  it.each([
    [{}, true, false],
    [{ unread: false, starred: true }, false, true],
    [{ created_from: "import" }, false, false],
    [{ created_from: "import", unread: true }, true, false],
  ])("of %j is unread: %s, starred: %s", async (body, unread, starred) => {
    expect(await create(randomUUID(), { url: pageUrl(), ...body })).toMatchObject({
      status: 201,
      body: { unread, starred },
    });
  });

  it("answers what is stored, however long the request takes", async () => {
    const { now } = world.clock;
    world.clock.now = () => {
      world.clock.forward(1);
      return now();
    };
    const { body } = await create(randomUUID());
    const shown = await send({ route: "GET /v1/bookmarks/{id}", params: { id: body.id }, user });
    expect(shown.body).toEqual(body);
  });

  it("costs two writes and one message, and a replay one write and none", async () => {
    const key = randomUUID();
    const first = await create(key);
    expect(writes()).toEqual([
      { command: "PutItemCommand", table: "idempotency_keys", units: 1 },
      { command: "PutItemCommand", table: "bookmarks", units: 1 },
    ]);
    expect(world.queue.sent).toHaveLength(1);

    dynamo.consumed.length = 0;
    world.clock.forward(60_000);
    const replay = await create(key);
    expect(replay).toEqual({ ...first, headers: { ...first.headers, "idempotency-replayed": "true" } });
    expect(writes()).toEqual([{ command: "PutItemCommand", table: "idempotency_keys", units: null }]);
    expect(world.queue.sent).toHaveLength(1);
  });

  it("with another key returns the same bookmark, at two writes", async () => {
    await create(randomUUID());
    dynamo.consumed.length = 0;
    const key = randomUUID();
    const there = await create(key, { url: `${pageUrl()}?utm_source=mail` });
    expect(there).toMatchObject({ status: 200, body: { id: derivedId(user, pageUrl()), url: pageUrl() } });
    expect(writes()).toHaveLength(2);
    const replay = await create(key, { url: `${pageUrl()}?utm_source=mail` });
    expect(replay).toEqual({ ...there, headers: { ...there.headers, "idempotency-replayed": "true" } });
    expect(world.queue.sent).toHaveLength(1);
  });

  it("that could not be read returns it as it is, and does not read it again", async () => {
    const { body: saved } = await create(randomUUID());
    const bookmark = await world.items.get({ userId: user, id: saved.id });
    const failure = { jobType: "extraction", code: "not_found", retryable: false } as const;
    const write = { workId: String(bookmark?.workId), now: world.clock.now() };
    await failProcessing(world.items, { userId: user, id: saved.id }, failure, write);
    expect(await create(randomUUID())).toMatchObject({
      status: 200,
      body: { id: saved.id, status: "failed", error_code: "not_found" },
    });
    expect(world.queue.sent).toHaveLength(1);
  });

  it("of the web without https keeps the address that was sent, and is there by https, too", async () => {
    const url = `${pageUrl().replace("https", "http")}#top`;
    const first = await create(randomUUID(), { url });
    expect(first).toMatchObject({ status: 201, body: { id: derivedId(user, pageUrl()), url } });
    expect(world.queue.sent).toMatchObject([{ message: { url } }]);
    expect(await create(randomUUID())).toMatchObject({ status: 200, body: first.body });
  });
});
