import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { handler } from "../../lambdas/bookmarks/api.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { variablesOfEntry } from "../emulators/dynamo-of-tests.ts";
import { answerTo } from "../emulators/http-event.ts";
import { apiOfEachTest, user } from "./api-of-tests.ts";
import { pageUrl } from "./bookmarks-world.ts";

const log = capturedLog();
apiOfEachTest();

describe("the deployed entry", () => {
  const QUEUE_URL = "https://sqs.ap-northeast-1.amazonaws.com/111111111111/prod-bookmark-processing";
  const sqs = mockClient(SQSClient);
  variablesOfEntry();
  beforeEach(() => {
    vi.stubEnv("BOOKMARKS_TABLE", "bookmarks");
    vi.stubEnv("CONTENT_BUCKET", "content");
    vi.stubEnv("SENT_PAGES_BUCKET", "content");
    vi.stubEnv("BOOKMARK_PROCESSING_QUEUE_URL", QUEUE_URL);
    vi.stubEnv("SITE_URL", "https://alice.example");
    vi.stubEnv("WAIT_SCALE", "1");
    sqs.reset();
  });
  afterAll(() => sqs.restore());

  it("fails while a variable is missing, then saves once, sends once, finds and deletes", async () => {
    const create = {
      route: "POST /v1/bookmarks",
      body: { url: pageUrl() },
      headers: { "idempotency-key": derivedId(user, "key") },
      user,
      requestId: "request-9",
    };
    expect(await answerTo(handler, create)).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(log.lines("request_failed")[0]?.error_message).toContain("IDEMPOTENCY_KEYS_TABLE (missing)");

    vi.stubEnv("IDEMPOTENCY_KEYS_TABLE", "idempotency_keys");
    sqs.on(SendMessageCommand).resolves({});
    const created = await answerTo(handler, create);
    expect(created).toMatchObject({ status: 201, body: { status: "saving" } });
    const replay = await answerTo(handler, create);
    expect(replay).toEqual({ ...created, headers: { ...created.headers, "idempotency-replayed": "true" } });
    const [sent, ...more] = sqs.commandCalls(SendMessageCommand);
    expect(more).toEqual([]);
    expect(sent?.args[0].input).toMatchObject({
      QueueUrl: QUEUE_URL,
      MessageAttributes: { correlation_id: { DataType: "String", StringValue: "request-9" } },
    });
    expect(JSON.parse(sent?.args[0].input.MessageBody ?? "")).toMatchObject({ bookmarkId: created.body.id });

    const one = { params: { id: created.body.id }, user };
    expect(await answerTo(handler, { route: "GET /v1/bookmarks/{id}", ...one })).toMatchObject({ body: created.body });
    expect(await answerTo(handler, { route: "GET /v1/bookmarks", user })).toMatchObject({
      body: { bookmarks: [created.body], next_cursor: null },
    });
    expect(await answerTo(handler, { route: "DELETE /v1/bookmarks/{id}", ...one })).toMatchObject({ status: 204 });
  });
});
