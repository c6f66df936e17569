import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PAGE_CHECKS } from "../../../lambdas/bookmarks/work/processing-message.ts";
import type { SimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { clientOptions } from "../client-options.ts";
import { sqsOf } from "../system.ts";
import { until } from "../until.ts";
import { BookmarksSystem } from "./bookmarks-system.ts";

const DAY = 24 * 3_600_000;
const THERE = htmlAnswer(200, "<!doctype html><title>The ferry</title><p>It leaves the harbour twice a day.</p>");
const MISSING = htmlAnswer(404, "<!doctype html><title>Not found</title>");

/** What the site answers for its page; robots.txt does not exist. */
let answer = THERE;
let site: SimulatedSite;
let system: BookmarksSystem;
beforeAll(async () => {
  site = await startSimulatedSite(({ path }) => (path === "/robots.txt" ? MISSING : answer));
  system = await BookmarksSystem.start({ "*": site.origin });
});
afterAll(async () => {
  await system.close();
  await site.close();
});

/** The stage's table of bookmarks. */
function bookmarksTable() {
  const { tables, dynamodb_endpoint } = system.outputs;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(system.outputs, dynamodb_endpoint)));
  return { client, TableName: String(tables.bookmarks) };
}

/** The items that wait for a check. */
async function waiting() {
  const { client, TableName } = bookmarksTable();
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName,
      ConsistentRead: true,
      FilterExpression: "begins_with(pending_partition, :check)",
      ExpressionAttributeValues: { ":check": "check#" },
    }),
  );
  return Items;
}

/** Lets so many days pass for every bookmark, and has the pages checked that are due then. */
async function checkedAfter(days: number): Promise<void> {
  const { client, TableName } = bookmarksTable();
  const earlier = (time: string) => new Date(Date.parse(time) - days * DAY).toISOString();
  for (const { user_id, id, missing_at, reconcile_at } of await waiting()) {
    const values = { ":at": earlier(reconcile_at), ...(missing_at && { ":missing": earlier(missing_at) }) };
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { user_id, id },
        UpdateExpression: `SET reconcile_at = :at${missing_at ? ", missing_at = :missing" : ""}`,
        ExpressionAttributeValues: values,
      }),
    );
  }
  const queue = system.outputs.queues["bookmark-processing"];
  const MessageBody = JSON.stringify(PAGE_CHECKS);
  await sqsOf(system.outputs).send(new SendMessageCommand({ QueueUrl: queue?.url, MessageBody }));
  const now = new Date().toISOString();
  await until(
    "every page that is due is checked",
    async () => (await waiting()).filter(({ reconcile_at }) => reconcile_at <= now),
    ({ length }) => length === 0,
  );
}

// What an answer proves: test/bookmarks/page-checks.test.ts.
it("a page is gone after two weeks of 404, and there again", async () => {
  const user = await system.newUser();
  const { body } = await user.saved("https://ferries.example/gone");
  const before = await user.bookmarkIn(body.id, "done");
  site.clearRequests();
  answer = MISSING;
  await checkedAfter(40);
  expect(await user.bookmark(body.id)).toEqual(before);
  // Whether HEAD is asked first is left to chance; it is never all that says that a page is missing.
  expect(site.requests(({ path }) => path === "/gone").at(-1)?.method).toBe("GET");

  await checkedAfter(14);
  expect(await user.bookmark(body.id)).toEqual({ ...before, gone_at: expect.any(String) });
  const found = await user.call<{ bookmarks: { id: string }[] }>("GET", "/v1/bookmarks?q=is:gone");
  expect(found.body.bookmarks.map(({ id }) => id)).toEqual([body.id]);
  expect((await user.call("GET", `/v1/bookmarks/${body.id}/content`)).status).toBe(200);

  answer = THERE;
  await checkedAfter(40);
  expect(await user.bookmark(body.id)).toEqual(before);
});
