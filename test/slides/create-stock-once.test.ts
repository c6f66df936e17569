import { randomUUID } from "node:crypto";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { httpApi } from "../../lambdas/shared/http/http-api.ts";
import { createStock } from "../../lambdas/slides/create-stock.ts";
import { slidesRoutes } from "../../lambdas/slides/routes.ts";
import { deletion } from "../changes/deletion.ts";
import { lostAnswer } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import { httpEvent, lambdaContext } from "../emulators/http-event.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { MINUTE, newUser } from "../emulators/test-clock.ts";
import type { SlidesWorld } from "./slides-world.ts";
import { deckUrl, metadata, slidesApi, slidesWorld } from "./slides-world.ts";

const HOUR = 60 * MINUTE;
const FIRST_FETCH = "id-2";

capturedLog();
let dynamo: TestDynamo;
let world: SlidesWorld;
let user: string;
let key: string;

beforeAll(async () => {
  dynamo = await startDynamo();
});
afterAll(() => dynamo.close());
beforeEach(() => {
  world = slidesWorld(dynamo);
  user = newUser();
  key = randomUUID();
  dynamo.consumed.length = 0;
});

function create(changes: Partial<HttpRequest> = {}): Promise<HttpAnswer> {
  const request = { route: "POST /v1/stocks", body: { url: deckUrl() }, headers: { "idempotency-key": key }, user };
  return slidesApi(world)({ ...request, ...changes });
}

const stockKey = () => ({ userId: user, id: derivedId(user, deckUrl()) });
const replayOf = ({ status, headers, body }: HttpAnswer) => ({
  status,
  headers: { ...headers, "idempotency-replayed": "true" },
  body,
});
const writes = () =>
  dynamo.consumed
    .filter(({ command }) => !/^(Get|Query)/.test(command))
    .map(({ command, table, units }) => `${command} ${table} ${units}`);
const kept = async () =>
  (await world.stocks.list(user, { status: undefined, limit: 100, position: undefined })).items.map(
    ({ canonicalUrl }) => canonicalUrl,
  );
const fifty = <T>(act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 50 }, (_, index) => act(index)));

describe("a key on POST /v1/stocks", () => {
  it("is optional: without one the same deck again is answered 200", async () => {
    expect([(await create({ headers: {} })).status, (await create({ headers: {} })).status]).toEqual([201, 200]);
    expect(writes().filter((write) => write.includes("idempotency_keys"))).toEqual([]);
  });

  it("is rejected if it is no UUID, and nothing is written", async () => {
    expect(await create({ headers: { "idempotency-key": "x" } })).toMatchObject({
      status: 400,
      body: { code: "idempotency_key_invalid" },
    });
    expect(dynamo.consumed).toEqual([]);
  });

  it("costs two writes beside the stock's own, and a replay one write and no message", async () => {
    await create();
    expect(writes()).toEqual([
      "PutItemCommand idempotency_keys 1",
      "UpdateItemCommand stocks 1",
      "UpdateItemCommand idempotency_keys 1",
    ]);
    dynamo.consumed.length = 0;
    await create();
    // A failed condition costs a write unit, too.
    expect(writes()).toEqual(["PutItemCommand idempotency_keys null"]);
    expect(world.fetchQueue.sent).toHaveLength(1);
  });

  it("repeats the first answer byte for byte, whatever the stock's state is now", async () => {
    const routes = { createStock: slidesRoutes.createStock };
    const handler = httpApi({ routes, environment: {}, services: () => world, operations: { createStock } });
    const body = { url: `  ${deckUrl()}?slide=3 `, memo: '"\\/\u0000\u2028\ud800 猫\r\n' };
    const event = httpEvent({ route: "POST /v1/stocks", body, headers: { "idempotency-key": key }, user });
    const send = (): Promise<APIGatewayProxyStructuredResultV2> => handler(event, lambdaContext());
    const first = await send();
    expect(first.statusCode).toBe(201);
    const replay = { ...first, headers: { ...first.headers, "idempotency-replayed": "true" } };

    world.clock.forward(HOUR);
    await world.stocks.saveMetadata(stockKey(), FIRST_FETCH, metadata, world.clock.now());
    expect(await send()).toEqual(replay);
    const stock = await world.stocks.get(stockKey());
    if (stock === null) throw new Error("The stock is gone");
    await world.stocks.saveChanges(stock, { memo: "changed" }, world.clock.now());
    expect(await send()).toEqual(replay);
    await world.stocks.delete(stockKey(), deletion(world.clock.now()));
    expect(await send()).toEqual(replay);
    // The replay has not restored it.
    expect(await kept()).toEqual([]);
    expect(world.fetchQueue.sent).toHaveLength(1);
  });

  it("repeats a first 200 as it was, even if the stock was deleted since", async () => {
    await create();
    await world.stocks.saveMetadata(stockKey(), FIRST_FETCH, metadata, world.clock.now());
    key = randomUUID();
    const there = await create();
    expect(there).toMatchObject({ status: 200, body: { status: "ready" } });
    await world.stocks.delete(stockKey(), deletion(world.clock.now()));
    expect(await create()).toEqual(replayOf(there));
    expect(await kept()).toEqual([]);
  });

  it("fetches a failed stock again once, even if it is repeated", async () => {
    await create({ headers: {} });
    await world.stocks.saveFailure(stockKey(), FIRST_FETCH, "not_found", world.clock.now());
    const answers = await fifty(() => create());
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(world.fetchQueue.sent).toHaveLength(2);
    // A replay does not fetch a stock that failed again.
    const stock = await world.stocks.get(stockKey());
    await world.stocks.saveFailure(stockKey(), stock?.fetchId ?? "", "not_found", world.clock.now());
    expect(await create()).toMatchObject({ status: 200, body: { status: "pending" } });
    expect(world.fetchQueue.sent).toHaveLength(2);
  });

  it("gives one stock, one message and fifty equal answers to fifty concurrent requests", async () => {
    const answers = await fifty(() => create());
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => !("idempotency-replayed" in headers))).toHaveLength(1);
    expect(await kept()).toEqual([deckUrl()]);
    expect(world.fetchQueue.sent).toHaveLength(1);
  });

  it("is answered 409 for another body, of which nothing is stored", async () => {
    const first = await create();
    for (const body of [{ url: deckUrl("another") }, { url: deckUrl(), memo: "other" }]) {
      expect(await create({ body })).toMatchObject({ status: 409, body: { code: "idempotency_key_reused" } });
    }
    expect(await create({ body: { memo: null, url: deckUrl(), more: 1 } })).toEqual(replayOf(first));
    expect(await kept()).toEqual([deckUrl()]);
    expect(world.fetchQueue.sent).toHaveLength(1);
  });

  it.each([
    { body: {} },
    { body: { url: deckUrl(), memo: 7 } },
    { body: { url: "https://example.com/alice/a-deck" } },
    { body: { url: "ftp://speakerdeck.com/alice/a-deck" } },
    { body: "{" },
  ])("stays unused by a request that is rejected: $body", async ({ body }) => {
    expect((await create({ body })).status).toBe(400);
    expect(dynamo.consumed).toEqual([]);
    const corrected = await create();
    expect(corrected.status).toBe(201);
    expect(corrected.headers).not.toHaveProperty("idempotency-replayed");
  });

  it.each([true, false])(
    "or no key: a write that timed out although it took effect is the stock: %s",
    async (keyed) => {
      let lost = false;
      const client = interceptedClient(dynamo, async ({ table }, forward) => {
        const result = await forward();
        if (table === "stocks" && !lost) {
          lost = true;
          throw lostAnswer();
        }
        return result;
      });
      const { stocks, idempotencyKeys } = slidesWorld({ client });
      world = { ...world, stocks, idempotencyKeys };
      const answer = await create(keyed ? {} : { headers: {} });
      expect(answer.status).toBe(201);
      expect(answer.headers).not.toHaveProperty("idempotency-replayed");
      expect(await kept()).toEqual([deckUrl()]);
      expect(world.fetchQueue.sent).toHaveLength(1);
    },
  );

  it("repeats the first answer that was never stored, although the stock was deleted since", async () => {
    const client = interceptedClient(dynamo, async ({ command, table }, forward) => {
      // The key is claimed and the stock written; the invocation ends before it stores the answer.
      if (table === "idempotency_keys" && command === "UpdateItemCommand") throw lostAnswer();
      return forward();
    });
    const whole = world;
    world = { ...world, idempotencyKeys: slidesWorld({ client }).idempotencyKeys };
    expect((await create()).status).toBe(503);
    world = whole;
    await world.stocks.delete(stockKey(), deletion(world.clock.now()));
    expect(await create()).toMatchObject({ status: 201, headers: { "idempotency-replayed": "true" } });
    expect(await kept()).toEqual([]);
  });

  it("is separate for another user", async () => {
    await create({ body: { url: deckUrl(), memo: "private" } });
    const theirs = await create({ user: newUser() });
    expect(theirs.status).toBe(201);
    expect(JSON.stringify(theirs)).not.toContain("private");
  });

  it("is a new one after 72 h and 1 s: the answer is the existing stock", async () => {
    const first = await create();
    world.clock.forward(72 * HOUR + 1_000);
    const again = await create();
    expect(again).toEqual({ status: 200, headers: { "content-type": "application/json" }, body: first.body });
  });
});
