import { expect, it, vi } from "vitest";
import { bookmarkTable } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { handler } from "../../lambdas/changes/api.ts";
import { stockTable } from "../../lambdas/slides/stock-table.ts";
import { pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile, variablesOfEntry } from "../emulators/dynamo-of-tests.ts";
import { answerTo } from "../emulators/http-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { pendingStock } from "../slides/slides-world.ts";

const log = capturedLog();
dynamoOfFile();

variablesOfEntry();

it("the deployed entry lists the changes of bookmarks and stocks, and reads the overlap again", async () => {
  const changes = (cursor?: string) =>
    answerTo(handler, { route: "GET /v1/changes", user: "mia", query: cursor === undefined ? {} : { cursor } });
  expect((await changes()).status).toBe(500);
  expect(log.lines("request_failed")[0]?.error_message).toMatch(
    /: BOOKMARKS_TABLE .*, STOCKS_TABLE .*, SITE_URL .*, OVERLAP_SECONDS /,
  );

  vi.stubEnv("BOOKMARKS_TABLE", "bookmarks");
  vi.stubEnv("STOCKS_TABLE", "stocks");
  vi.stubEnv("SITE_URL", "https://alice.example");
  vi.stubEnv("OVERLAP_SECONDS", "240");
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
  const bookmark = pendingBookmark("mia", { now: ago(2) });
  const stock = pendingStock("mia", { now: ago(1) });
  await bookmarkTable(dynamo.client, "bookmarks").create(bookmark, "creation-1");
  await stockTable(dynamo.client, "stocks").create(stock, "creation-1");
  const first = await changes();
  expect(first).toMatchObject({
    status: 200,
    body: {
      changes: [
        { type: "bookmark", id: bookmark.id },
        { type: "stock", id: stock.id },
      ],
      more: false,
    },
  });

  // Written late, with a time that the first pass had reached already; and one of before the overlap.
  const [late, lost] = [3, 6].map((minutes) =>
    pendingStock("mia", { canonicalUrl: `https://speakerdeck.com/mia/${minutes}`, now: ago(minutes) }),
  );
  for (const one of [late, lost]) {
    if (one !== undefined) await stockTable(dynamo.client, "stocks").create(one, `creation of ${one.id}`);
  }
  const second = await changes(first.body.next_cursor);
  expect(second.body.changes).toMatchObject([{ type: "stock", id: late?.id }]);
});
