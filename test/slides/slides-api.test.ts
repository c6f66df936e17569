import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { handler } from "../../lambdas/slides/api.ts";
import type { Stock, StockStatus } from "../../lambdas/slides/stock.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, variablesOfEntry } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { answerTo } from "../emulators/http-event.ts";
import { at, MINUTE, newUser } from "../emulators/test-clock.ts";
import { apiOfEachTest, send, user, world } from "./api-of-tests.ts";
import { deckUrl, metadata, pendingStock } from "./slides-world.ts";

// What bookmarks and stocks have alike, as their ids, cursors and owners: test/bookmarks/bookmarks-api.test.ts.

const log = capturedLog();
apiOfEachTest();

const notFound = problem(404, "not_found");

async function stockThatIs(status: StockStatus, slug = "a-deck", now = at(0)): Promise<Stock> {
  const { items: stocks } = world;
  const stock = pendingStock(user, { canonicalUrl: deckUrl(slug), now });
  await stocks.create(stock, "creation-1");
  if (status === "ready") await stocks.complete(stock, metadata, { workId: stock.workId, now });
  if (status === "failed") await stocks.fail(stock, { code: "not_found" }, { workId: stock.workId, now });
  dynamo.requests.length = 0;
  return stock;
}

describe("GET /v1/stocks/{id}", () => {
  const get = (id: string, owner = user) => send({ route: "GET /v1/stocks/{id}", params: { id }, user: owner });

  it("answers a stock in each of its states", async () => {
    const pending = await stockThatIs("pending", "p");
    const ready = await stockThatIs("ready", "r");
    const failed = await stockThatIs("failed", "f");
    expect(await get(pending.id)).toMatchObject({ status: 200, body: { id: pending.id, status: "pending" } });
    expect(await get(ready.id)).toMatchObject({
      status: 200,
      body: { status: "ready", title: "A deck", author_name: "Alice", embed_url: metadata.embedUrl },
    });
    expect(await get(failed.id)).toMatchObject({
      status: 200,
      body: { status: "failed", failure: { code: "not_found", message: "メタデータの取得に失敗しました" } },
    });
  });

  it("answers 404 alike for another user's stock and an unknown one", async () => {
    const { id } = await stockThatIs("ready");
    const [other, none] = [await get(id, newUser()), await get(derivedId("nobody", "x"))];
    expect(other).toEqual(notFound);
    expect(none).toEqual(other);
  });
});

describe("PATCH /v1/stocks/{id}", () => {
  const patch = (id: string, body: unknown, owner = user) =>
    send({ route: "PATCH /v1/stocks/{id}", params: { id }, body, user: owner });

  it("changes memo and tags, each if it is sent, and nothing else", async () => {
    const { id } = await stockThatIs("ready");
    expect(await patch(id, { tags: [" Birds ", "BIRDS"] })).toMatchObject({ body: { tags: ["Birds"], memo: null } });
    world.clock.forward(MINUTE);
    const answer = await patch(id, { memo: "読んだ", title: "mine", status: "failed" });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        memo: "読んだ",
        tags: ["Birds"],
        title: "A deck",
        status: "ready",
        updated_at: "2026-11-20T03:01:00.000Z",
      },
    });
    expect(await patch(id, { memo: null, tags: [] })).toMatchObject({ status: 200, body: { memo: null, tags: [] } });
  });

  it("writes nothing when nothing changes", async () => {
    const { id } = await stockThatIs("ready");
    const changed = await patch(id, { memo: "same", tags: ["same"] });
    world.clock.forward(MINUTE);
    for (const body of [{ memo: "same" }, { tags: ["same "] }, { memo: "same", tags: ["same"] }]) {
      dynamo.requests.length = 0;
      expect(await patch(id, body)).toEqual(changed);
      expect(dynamo.requests).toEqual(["GetItemCommand"]);
    }
  });

  it("answers 404 for a stock that is deleted concurrently", async () => {
    const stock = await stockThatIs("ready");
    const { items: stocks } = world;
    const get = stocks.get.bind(stocks);
    stocks.get = async (key) => {
      const found = await get(key);
      await stocks.delete(key, deletion(world.clock.now()));
      return found;
    };
    expect(await patch(stock.id, { memo: "late" })).toEqual(notFound);
    expect(await get(stock)).toBeNull();
  });

  it.each([
    { body: {}, path: "" },
    { body: { title: "mine" }, path: "" },
    { body: { memo: 7 }, path: "memo" },
    { body: { memo: "m".repeat(5_001) }, path: "memo" },
    { body: { tags: ["a".repeat(51)] }, path: "tags.0" },
    { body: { memo: "read", tags: null }, path: "tags" },
  ])("answers 400 for $body", async ({ body, path }) => {
    const { id } = await stockThatIs("ready");
    const answer = await patch(id, body);
    expect(answer).toMatchObject({ status: 400, body: { code: "validation_error", errors: [{ path }] } });
  });
});

describe("DELETE /v1/stocks/{id}", () => {
  const remove = (id: string, owner = user) => send({ route: "DELETE /v1/stocks/{id}", params: { id }, user: owner });

  it("answers 204, and then 404", async () => {
    const stock = await stockThatIs("pending");
    expect(await remove(stock.id)).toEqual({ status: 204, headers: {}, body: undefined });
    expect(await world.items.get(stock)).toBeNull();
    expect(await remove(stock.id)).toEqual(notFound);
  });
});

describe("POST /v1/stocks/{id}/refetch", () => {
  const refetch = (id: string, owner = user) =>
    send({ route: "POST /v1/stocks/{id}/refetch", params: { id }, user: owner, requestId: "request-8" });

  it.each(["ready", "failed"] as const)(
    "sets a %s stock to pending and sends one message for the new fetch",
    async (status) => {
      const { id } = await stockThatIs(status);
      const answer = await refetch(id);
      expect(answer).toMatchObject({ status: 202, body: { id, status: "pending" } });
      expect(answer.body.failure).toBeUndefined();
      const stock = await world.items.get({ userId: user, id });
      expect(world.queue.sent).toEqual([
        { message: expect.objectContaining({ stockId: id, fetchId: stock?.workId }), correlationId: "request-8" },
      ]);
    },
  );

  it("answers 409 already_pending for a pending stock, and sends nothing", async () => {
    const { id } = await stockThatIs("pending");
    expect(await refetch(id)).toEqual(problem(409, "already_pending"));
    expect(world.queue.sent).toEqual([]);
  });

  it("answers 404 for a stock that is deleted concurrently", async () => {
    const { id } = await stockThatIs("ready");
    const { items: stocks } = world;
    const requestWork = stocks.requestWork.bind(stocks);
    stocks.requestWork = async (key, request) => {
      await stocks.delete(key, deletion(world.clock.now()));
      return requestWork(key, request);
    };
    expect(await refetch(id)).toEqual(notFound);
    expect(world.queue.sent).toEqual([]);
  });
});

describe("the deployed entry", () => {
  const QUEUE_URL = "https://sqs.ap-northeast-1.amazonaws.com/111111111111/prod-oembed-fetch";
  const sqs = mockClient(SQSClient);
  variablesOfEntry();
  beforeEach(() => {
    vi.stubEnv("STOCKS_TABLE", "stocks");
    vi.stubEnv("IDEMPOTENCY_KEYS_TABLE", "idempotency_keys");
    vi.stubEnv("OEMBED_FETCH_QUEUE_URL", QUEUE_URL);
    vi.stubEnv("SITE_URL", "https://alice.example");
    sqs.reset();
  });
  afterAll(() => sqs.restore());

  it("fails while a variable is missing, then saves, sends, finds and deletes", async () => {
    const create = { route: "POST /v1/stocks", body: { url: deckUrl() }, user, requestId: "request-9" };
    expect(await answerTo(handler, create)).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(log.lines("request_failed")[0]?.error_message).toContain("WAIT_SCALE (missing)");

    vi.stubEnv("WAIT_SCALE", "1");
    sqs.on(SendMessageCommand).resolves({});
    const created = await answerTo(handler, create);
    expect(created).toMatchObject({ status: 201, body: { status: "pending" } });
    const [sent] = sqs.commandCalls(SendMessageCommand);
    expect(sent?.args[0].input).toMatchObject({
      QueueUrl: QUEUE_URL,
      MessageAttributes: { correlation_id: { DataType: "String", StringValue: "request-9" } },
    });
    expect(JSON.parse(sent?.args[0].input.MessageBody ?? "")).toMatchObject({ stockId: created.body.id, userId: user });

    const one = { params: { id: created.body.id }, user };
    expect(await answerTo(handler, { route: "GET /v1/stocks/{id}", ...one })).toMatchObject({ body: created.body });
    expect(await answerTo(handler, { route: "GET /v1/stocks", user })).toMatchObject({
      body: { stocks: [created.body], next_cursor: null },
    });
    expect(await answerTo(handler, { route: "DELETE /v1/stocks/{id}", ...one })).toMatchObject({ status: 204 });
  });
});
