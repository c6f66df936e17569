import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "vitest";
import { bookmarkTable, failProcessing } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { FailedJobTable } from "../../lambdas/bookmarks/tables/failed-job-table.ts";
import { stockTable } from "../../lambdas/slides/stock-table.ts";
import { pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { lostAnswer } from "../emulators/aws-errors.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { laggingClient } from "../emulators/lagging-client.ts";
import { newUser, testClock } from "../emulators/test-clock.ts";
import { deckUrl, pendingStock } from "../slides/slides-world.ts";
import { usersWorld } from "./users-world.ts";

dynamoOfFile();

let from: string;
let to: string;
beforeEach(() => {
  [from, to] = [newUser(), newUser()];
});

/** What is kept of people, of one kind. */
function kept(name: string, client: DynamoDBDocumentClient = dynamo.client) {
  const found = usersWorld({ client }, testClock()).data.find((part) => part.name === name);
  if (found === undefined) throw new Error(`There are no ${name}.`);
  return found;
}

function movePage(name: string, client?: DynamoDBDocumentClient, position: Parameters<NonNullable<Move>>[1] = null) {
  const clock = testClock();
  clock.forward(1);
  return kept(name, client).movePage?.({ from, to }, position, clock.now());
}
type Move = ReturnType<typeof kept>["movePage"];

it.each([2, 3, 4, 5])("a move is made once where the answer to call %i is lost", async (lost) => {
  await stockTable(dynamo.client, "stocks").create(pendingStock(from), "creation-1");
  let calls = 0;
  const client = interceptedClient(dynamo, async (_attempt, forward) => {
    calls += 1;
    const answer = await forward();
    if (calls === lost) throw lostAnswer();
    return answer;
  });
  expect(await movePage("stocks", client)).toEqual({ moved: 1, changed: 0, kept: [], position: null });
  // A move takes five.
  expect(calls).toBeGreaterThan(5);
});

it("a pass has what stays of every page, once", async () => {
  const stocks = stockTable(dynamo.client, "stocks");
  const urls = Array.from({ length: 30 }, (_, index) => deckUrl(`deck-${index}`));
  for (const canonicalUrl of urls) {
    await stocks.create(pendingStock(from, { canonicalUrl, memo: "of old" }), "creation-1");
    await stocks.create(pendingStock(to, { canonicalUrl, memo: "of now" }), "creation-1");
  }
  const stayed: string[] = [];
  let page = await movePage("stocks");
  for (let pages = 1; pages < 5 && page !== undefined; pages += 1) {
    stayed.push(...page.kept);
    if (page.position === null) break;
    page = await movePage("stocks", undefined, page.position);
  }
  expect(stayed.toSorted()).toEqual(urls.toSorted());
});

it("items that were saved a moment ago are moved and deleted, too", async () => {
  await stockTable(dynamo.client, "stocks").create(pendingStock(from), "creation-1");
  expect(await movePage("stocks", laggingClient(dynamo))).toMatchObject({ moved: 1 });
  expect(await kept("stocks", laggingClient(dynamo)).deletePage(to, null)).toMatchObject({ deleted: 1 });
});

it("the failed job of a bookmark is that of the new user's bookmark", async () => {
  const bookmarks = bookmarkTable(dynamo.client, "bookmarks");
  const bookmark = pendingBookmark(from);
  await bookmarks.create(bookmark, "creation-1");
  const failure = { jobType: "extraction", code: "timeout", retryable: true } as const;
  await failProcessing(bookmarks, bookmark, failure, { workId: bookmark.workId, now: testClock().now() });
  await movePage("bookmarks");
  const jobs = new FailedJobTable(dynamo.client, "bookmarks");
  const list = { retryable: undefined, limit: 10, position: undefined };
  const [job] = (await jobs.list(list)).items.filter(({ userId }) => userId === to);
  const { id } = pendingBookmark(to);
  expect(job).toMatchObject({ id, failedJobId: expect.stringMatching(`-${id}$`) });
  expect(await jobs.get(String(job?.failedJobId))).toEqual(job);
});
