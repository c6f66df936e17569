import { randomUUID } from "node:crypto";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { beforeEach, describe, expect, it } from "vitest";
import { createBookmark } from "../../lambdas/bookmarks/http/create-bookmark.ts";
import { bookmarksRoutes } from "../../lambdas/bookmarks/routes.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { httpApi } from "../../lambdas/shared/http/http-api.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import { httpEvent, lambdaContext } from "../emulators/http-event.ts";
import { MINUTE, newUser } from "../emulators/test-clock.ts";
import { slidesApi, slidesWorld } from "../slides/slides-world.ts";
import { apiOfEachTest, send, user, world } from "./api-of-tests.ts";
import { pageUrl } from "./bookmarks-world.ts";

// How requests with keys affect each other. No key has a lock, so that none can be left behind, lost or taken over. Killed
// requests and failing tables are in idempotency-faults.test.ts, time in idempotency-expiry.test.ts, properties in
// idempotency-interleavings.test.ts.

const log = capturedLog();
apiOfEachTest();

let key: string;

beforeEach(() => {
  key = randomUUID();
  dynamo.requests.length = 0;
});

function save(changes: Partial<HttpRequest> = {}): Promise<HttpAnswer> {
  const headers = { "idempotency-key": key };
  return send({ route: "POST /v1/bookmarks", body: { url: pageUrl() }, headers, user, ...changes });
}

const withKey = (value: string) => save({ headers: { "idempotency-key": value } });
const replayOf = ({ status, headers, body }: HttpAnswer) => ({
  status,
  headers: { ...headers, "idempotency-replayed": "true" },
  body,
});
const refusal = (status: number, code: string) => ({
  status,
  headers: { "content-type": "application/problem+json" },
  body: expect.objectContaining({ status, code }),
});
const kept = async (owner = user) =>
  (await world.bookmarks.list(owner, { limit: 100, position: undefined })).items.map(({ url }) => url);
const messages = () => world.processingQueue.sent.length;
const fifty = <T>(act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 50 }, (_, index) => act(index)));
const errors = () => log.lines().filter(({ level }) => level === "ERROR");

describe("header and validation", () => {
  it("without the header the answer is 400 idempotency_key_required, and nothing is written", async () => {
    expect(await save({ headers: {} })).toEqual(refusal(400, "idempotency_key_required"));
    expect(dynamo.requests).toEqual([]);
    expect(messages()).toBe(0);
  });

  it.each([
    "",
    " ",
    "not a key",
    `${randomUUID()}0`,
    randomUUID().slice(1),
    randomUUID().replaceAll("-", ""),
    "0b3f1c1e-1795143600000",
    "<script>alert(1)</script>",
  ])(
    "the key %j is answered 400 idempotency_key_invalid, without repeating it, and nothing is written",
    async (bad) => {
      const answer = await withKey(bad);
      expect(answer).toEqual(refusal(400, "idempotency_key_invalid"));
      if (bad.trim() !== "") expect(JSON.stringify(answer)).not.toContain(bad);
      expect(dynamo.requests).toEqual([]);
    },
  );

  it("a key sent quoted, then bare, is one key", async () => {
    const first = await withKey(`"${key}"`);
    expect(first.status).toBe(201);
    expect(await withKey(key)).toEqual(replayOf(first));
    expect(await withKey(` "${key}" `)).toEqual(replayOf(first));
  });

  it("a key in upper case, then in lower case, is one key", async () => {
    const first = await withKey(key.toUpperCase());
    expect(first.status).toBe(201);
    expect(await withKey(key.toLowerCase())).toEqual(replayOf(first));
  });

  it("a header that was sent twice, joined by the gateway, is answered 400", async () => {
    for (const joined of [`${key},${randomUUID()}`, `${key}, ${key}`, `"${key}","${key}"`]) {
      expect(await withKey(joined)).toEqual(refusal(400, "idempotency_key_invalid"));
    }
    expect(dynamo.requests).toEqual([]);
  });

  it.each([
    { body: {} },
    { body: { url: pageUrl(), title: 7 } },
    { body: { url: pageUrl(), created_from: "fax" } },
    { body: { url: "ftp://blog.example/" } },
    { body: { url: "http://localhost/" } },
  ])("after the rejected body $body the corrected one succeeds with the same key", async ({ body }) => {
    expect((await save({ body })).status).toBe(400);
    expect(dynamo.requests).toEqual([]);
    const corrected = await save();
    expect(corrected.status).toBe(201);
    expect(corrected.headers).not.toHaveProperty("idempotency-replayed");
  });

  it.each([
    { name: "no JSON", status: 400, code: "invalid_json", changes: { body: "{url:" } },
    { name: "no body", status: 400, code: "invalid_json", changes: { body: "" } },
    { name: "too large", status: 413, code: "body_too_large", changes: { body: `"${"x".repeat(65_536)}"` } },
    { name: "another media type", status: 415, code: "unsupported_media_type", changes: { body: "url=x" } },
  ])("a body that is $name is answered $status and leaves the key unused", async ({ name, status, code, changes }) => {
    const headers = {
      "idempotency-key": key,
      ...(name === "another media type" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    };
    expect(await save({ ...changes, headers })).toEqual(refusal(status, code));
    expect(dynamo.requests).toEqual([]);
    expect((await save()).status).toBe(201);
  });

  it("another order of fields, white space, unknown fields and null for omitted fields are the same request", async () => {
    const first = await save({ body: { url: pageUrl(), note: "for Friday", created_from: "ios" } });
    const spellings = [
      { created_from: "ios", note: "for Friday", url: pageUrl() },
      `\n{ "note" : "for\\u0020Friday",\t"url":"${pageUrl()}", "created_from":"ios" }  `,
      { url: pageUrl(), note: "for Friday", created_from: "ios", more: { deep: [1] }, user_id: "mallory" },
      { url: pageUrl(), note: "for Friday", created_from: "ios", title: null, source_hint: null },
    ];
    for (const body of spellings) expect(await save({ body })).toEqual(replayOf(first));
    expect(messages()).toBe(1);
  });

  it.each([
    { url: pageUrl("another") },
    { url: pageUrl(), note: "other" },
    { url: pageUrl(), title: "" },
    { url: pageUrl(), created_from: "ios" },
    { url: `${pageUrl()}#top` },
  ])("another body with the same key is answered 409: %o", async (body) => {
    const first = await save();
    expect(await save({ body })).toEqual(refusal(409, "idempotency_key_reused"));
    expect(await save()).toEqual(replayOf(first));
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
  });

  it("another user's same key and body are a separate bookmark", async () => {
    const other = newUser();
    const mine = await save({ body: { url: pageUrl(), note: "private" } });
    const theirs = await save({ user: other, body: { url: pageUrl(), note: "other" } });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.headers).not.toHaveProperty("idempotency-replayed");
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect(JSON.stringify(theirs)).not.toContain("private");
    expect(await kept(other)).toHaveLength(1);
    expect(messages()).toBe(2);
  });

  it("the same key on another route is independent", async () => {
    const slides = slidesWorld(dynamo);
    const url = "https://speakerdeck.com/alice/a-deck";
    const bookmark = await save({ body: { url } });
    const request = { route: "POST /v1/stocks", body: { url }, headers: { "idempotency-key": key }, user };
    const stock = await slidesApi(slides)(request);
    expect([bookmark.status, stock.status]).toEqual([201, 201]);
    expect(stock.headers).not.toHaveProperty("idempotency-replayed");
    expect([messages(), slides.fetchQueue.sent.length]).toEqual([1, 1]);
  });

  it("on a route that takes no key it is ignored", async () => {
    const { body } = await save();
    await world.bookmarks.saveFailure(
      { userId: user, id: body.id },
      "id-2",
      { jobType: "extraction", code: "timeout", retryable: true },
      world.clock.now(),
    );
    const request = { route: "POST /v1/bookmarks/{id}/reprocess", params: { id: body.id }, user };
    const answer = await send({ ...request, headers: { "idempotency-key": key } });
    expect(answer.status).toBe(202);
    expect(answer.headers).not.toHaveProperty("idempotency-replayed");
  });

  it("a replay without a valid token is answered 401 and shows nothing of the first answer", async () => {
    await save({ body: { url: pageUrl(), note: "private" } });
    // The gateway's authorizer rejects it; this is the function's own check.
    const answer = await save({ body: { url: pageUrl(), note: "private" }, user: null });
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(JSON.stringify(answer)).not.toContain("private");
  });
});

describe("concurrency", () => {
  it("two identical concurrent requests create one bookmark and one message, and get one answer", async () => {
    const answers = await Promise.all([save(), save()]);
    const [first, ...others] = answers.filter(({ headers }) => !("idempotency-replayed" in headers));
    expect(first?.status).toBe(201);
    expect(others).toEqual([]);
    expect(answers).toContainEqual(first && replayOf(first));
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
  });

  it("fifty identical ones are one bookmark, one message, fifty equal answers and no error", async () => {
    const answers = await fifty(() => save({ body: { url: pageUrl(), note: "for Friday" } }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    expect(answers.filter(({ headers }) => !("idempotency-replayed" in headers))).toHaveLength(1);
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(1);
    expect(errors()).toEqual([]);
  });

  it("fifty concurrent keys for one page are one bookmark, and each key keeps answering with it", async () => {
    const keys = Array.from({ length: 50 }, () => randomUUID());
    const answers = await fifty((index) => withKey(keys[index] ?? ""));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([derivedId(user, pageUrl())]));
    expect(messages()).toBe(1);
    world.clock.forward(MINUTE);
    expect(await fifty((index) => withKey(keys[index] ?? ""))).toEqual(answers.map(replayOf));
    expect(await kept()).toHaveLength(1);
  });

  it("of two concurrent bodies with one key one is accepted, the other is answered 409 and leaves nothing", async () => {
    for (let round = 0; round < 10; round += 1) {
      key = randomUUID();
      const pages = [pageUrl(`one-${round}`), pageUrl(`two-${round}`)];
      const before = messages();
      const answers = await Promise.all(pages.map((url) => save({ body: { url } })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const won = answers.findIndex(({ status }) => status === 201);
      expect(answers[1 - won]).toEqual(refusal(409, "idempotency_key_reused"));
      const all = await kept();
      expect(all).toContain(pages[won]);
      expect(all).not.toContain(pages[1 - won]);
      expect(messages()).toBe(before + 1);
    }
  });

  it("a replay between the first one's write and its answer gets that answer, and sends nothing more", async () => {
    const { processingQueue } = world;
    const sending = processingQueue.send.bind(processingQueue);
    let replay: HttpAnswer | undefined;
    processingQueue.send = async (message, correlationId) => {
      replay ??= await save();
      await sending(message, correlationId);
    };
    const first = await save();
    expect(first.status).toBe(201);
    expect(replay).toEqual(replayOf(first));
    expect(messages()).toBe(1);
  });

  it("after a delete its key still answers 201 and restores nothing; a new key creates", async () => {
    const first = await save();
    const remove = () => send({ route: "DELETE /v1/bookmarks/{id}", params: { id: first.body.id }, user });
    expect((await remove()).status).toBe(204);
    expect(await save()).toEqual(replayOf(first));
    expect(await kept()).toEqual([]);
    expect(messages()).toBe(1);
    expect((await withKey(randomUUID())).status).toBe(201);
    expect(await kept()).toEqual([pageUrl()]);
    expect(messages()).toBe(2);
  });
});

describe("byte for byte", () => {
  it("the body's text is the same in the first answer and in every replay, with any characters", async () => {
    const { createBookmark: route } = bookmarksRoutes;
    const routes = { createBookmark: route };
    const handler = httpApi({ routes, environment: {}, services: () => world, operations: { createBookmark } });
    const body = {
      title: '"\\/\u0000\u2028\ud800 猫 \ud83d\udc08',
      url: `  ${pageUrl("猫")}?b=2&a=%e3%81%82#top `,
      note: "</script>\r\n\ttab",
      source_hint: "",
      created_from: "extension",
    };
    const event = httpEvent({ route: "POST /v1/bookmarks", body, headers: { "idempotency-key": key }, user });
    const ask = (): Promise<APIGatewayProxyStructuredResultV2> => handler(event, lambdaContext());
    const first = await ask();
    expect(first.statusCode).toBe(201);
    world.clock.forward(60 * MINUTE);
    const replay = await ask();
    expect(replay.body).toBe(first.body);
    expect(replay).toEqual({ ...first, headers: { ...first.headers, "idempotency-replayed": "true" } });
  });
});
