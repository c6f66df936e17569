import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { bookmarkTable } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { memberOf, ReaderCountTable } from "../../lambdas/recommendations/tables/reader-count-table.ts";
import { stockTable } from "../../lambdas/slides/stock-table.ts";
import { handler } from "../../lambdas/users/api.ts";
import { pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest, variablesOfEntry } from "../emulators/dynamo-of-tests.ts";
import { answerTo } from "../emulators/http-event.ts";
import { pendingStock } from "../slides/slides-world.ts";
import { everyPage } from "./users-world.ts";

capturedLog();
dynamoOfEachTest();

const s3 = mockClient(S3Client);
variablesOfEntry();
beforeEach(() => {
  for (const table of ["BOOKMARKS", "STOCKS", "RECOMMENDATIONS", "IDEMPOTENCY_KEYS"])
    vi.stubEnv(`${table}_TABLE`, table.toLowerCase());
  vi.stubEnv("CONTENT_BUCKET", "content");
  vi.stubEnv("SITE_BUCKET", "site");
  vi.stubEnv("SITE_URL", "https://alice.example");
  s3.reset();
  s3.on(ListObjectsV2Command).resolves({});
});
afterAll(() => s3.restore());

it("the deployed entry lists what a user has, and deletes it with the files in both buckets", async () => {
  const admin = { user: "root", groups: ["admin"], params: { sub: "mia" } };
  const [bookmark, stock] = [pendingBookmark("mia"), pendingStock("mia")];
  await bookmarkTable(dynamo.client, "bookmarks").create(bookmark, "creation-1");
  await stockTable(dynamo.client, "stocks").create(stock, "creation-1");
  const Item = { id: "a key", user_id: "mia" };
  await dynamo.client.send(new PutCommand({ TableName: "idempotency_keys", Item }));
  const readers = new ReaderCountTable(dynamo.client, dynamo.client, "recommendations");
  await readers.addSubscriber("one", memberOf("mia"), "request-1");
  const lists = async () => {
    const answers = ["bookmarks", "stocks"].map((plural) =>
      answerTo(handler, { route: `GET /v1/users/{sub}/${plural}`, ...admin }),
    );
    return (await Promise.all(answers)).map(({ body }) => body);
  };
  expect(await lists()).toEqual([
    { bookmarks: [expect.objectContaining({ id: bookmark.id })], next_cursor: null },
    { stocks: [expect.objectContaining({ id: stock.id })], next_cursor: null },
  ]);
  const route = "POST /v1/users/{sub}/delete";
  expect(await everyPage((request) => answerTo(handler, request), { route, ...admin })).toBe(4);
  const emptied = s3
    .commandCalls(ListObjectsV2Command)
    .map(({ args: [{ input }] }) => `${input.Bucket}/${input.Prefix}`);
  expect(new Set(emptied)).toEqual(
    new Set([
      `content/${bookmark.contentFolder}/`,
      `content/sent-pages/${bookmark.contentFolder}/`,
      `site/i/${bookmark.contentFolder}-`,
      expect.stringMatching(/^site\/i\//),
    ]),
  );
  expect(await lists()).toEqual([
    { bookmarks: [], next_cursor: null },
    { stocks: [], next_cursor: null },
  ]);
});
