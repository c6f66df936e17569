import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "vitest";
import { DailyUsesTable } from "../../lambdas/bookmarks/tables/daily-uses-table.ts";
import { memberOf, ReaderCountTable } from "../../lambdas/recommendations/tables/reader-count-table.ts";
import type { BookmarksWorld } from "../bookmarks/bookmarks-world.ts";
import { bookmarksApi, bookmarksWorld, pageUrl } from "../bookmarks/bookmarks-world.ts";
import { fetchedPage, MAX_RECEIVES, processingWorker } from "../bookmarks/processing-world.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { shortPagesClient } from "../emulators/short-pages-client.ts";
import { pendingStock, slidesWorld } from "../slides/slides-world.ts";
import { deleteUser, usersApi, usersWorld } from "./users-world.ts";

capturedLog();
dynamoOfEachTest();

let world: BookmarksWorld;
let send: ReturnType<typeof usersApi>;
beforeEach(() => {
  world = bookmarksWorld(dynamo);
  send = usersApi(usersWorld(dynamo, world.clock, world.bucket));
});

async function savePage(user: string, expected = 201): Promise<void> {
  const request = { route: "POST /v1/bookmarks", user, body: { url: pageUrl() } };
  const { status } = await bookmarksApi(world)({ ...request, headers: { "idempotency-key": randomUUID() } });
  expect(status).toBe(expected);
}

/** Something of every kind. */
async function useEverything(user: string): Promise<void> {
  await savePage(user);
  // It is there already: the key keeps the answer.
  await savePage(user, 200);
  await world.paces.set(user, "never");
  const { items } = slidesWorld(dynamo);
  await items.create(pendingStock(user), "creation-1");
  await items.delete(pendingStock(user), deletion(world.clock.now()));
  await items.create(pendingStock(user, { canonicalUrl: "https://speakerdeck.com/b/c" }), "creation-2");
  await new ReaderCountTable(dynamo.client, dynamo.client, "recommendations").addSubscriber(
    "one",
    memberOf(user),
    `request of ${user}`,
  );
}

/** Every item of the tables that name a user, as text, and of the subscribers. */
async function itemsOf(user: string): Promise<readonly string[]> {
  const tables = ["bookmarks", "stocks", "idempotency_keys", "recommendations"];
  const pages = await Promise.all(
    tables.map((TableName) => dynamo.client.send(new ScanCommand({ TableName, ConsistentRead: true }))),
  );
  return pages
    .flatMap(({ Items = [] }) => Items.map((item) => JSON.stringify(item)))
    .filter((text) => text.includes(user));
}

it("leaves nothing of a user, and everything of another one, where each page that DynamoDB answers is short", async () => {
  await useEverything("mia");
  await useEverything("zoe");
  // The keys are read in the order of the table, which is that of their hashes: the deleted user has the last one, so that
  // pages without any come first.
  const { Items: keys = [] } = await dynamo.client.send(new ScanCommand({ TableName: "idempotency_keys" }));
  const [gone, stays] = keys.at(-1)?.user_id === "mia" ? (["mia", "zoe"] as const) : (["zoe", "mia"] as const);
  const before = (await itemsOf(stays)).toSorted();
  expect([before.length, (await itemsOf(gone)).length]).toEqual([6, 6]);
  send = usersApi(usersWorld({ client: shortPagesClient(dynamo) }, world.clock, world.bucket));
  await deleteUser(send, gone);
  expect(await itemsOf(gone)).toEqual([]);
  expect((await itemsOf(stays)).toSorted()).toEqual(before);
});

it("says how many items it deletes, without those that the user had deleted", async () => {
  await useEverything("mia");
  const deleted: Record<string, number> = {};
  let cursor: string | null = null;
  do {
    const body: object = cursor === null ? {} : { cursor };
    const page = (await send({ route: "POST /v1/users/{sub}/delete", params: { sub: "mia" }, body })).body;
    deleted[page.data] = (deleted[page.data] ?? 0) + page.deleted;
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(deleted).toMatchObject({ bookmarks: 1, page_checks: 1, stocks: 1, idempotency_keys: 2 });
});

it.each([1, 2, MAX_RECEIVES])("is not undone by a message that arrives later, at receive %i", async (receiveCount) => {
  await savePage("mia");
  const message = world.queue.sent[0]?.message;
  await deleteUser(send, "mia");
  const { receive, fetched } = processingWorker(world, () => fetchedPage());
  await receive(message, receiveCount);
  expect(fetched).toEqual([]);
  expect(await itemsOf("mia")).toEqual([]);
});

it("is not undone by a concurrent worker: the pictures that it copies are deleted, and its counts name nobody", async () => {
  await savePage("mia");
  const modelSummaries = new DailyUsesTable(dynamo.client, "bookmarks", "model-summaries", 5);
  const answer = async () => {
    await deleteUser(send, "mia");
    return fetchedPage();
  };
  const added = ["/i/folder-new"];
  const { receive, deletedPictures } = processingWorker(world, answer, { modelSummaries, added });
  expect(await receive(world.queue.sent[0]?.message)).toBe(true);
  expect([await itemsOf("mia"), deletedPictures]).toEqual([[], added]);
});
