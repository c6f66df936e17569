import { expect, it } from "vitest";
import { bookmarkTable } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import { updateItem } from "../../../lambdas/shared/saved-items/item-operations.ts";
import { pendingBookmark } from "../../bookmarks/bookmarks-world.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { newUser, testClock } from "../../emulators/test-clock.ts";

dynamoOfFile();

it("a change of an item that others change all the time ends, and may be sent again", async () => {
  const items = bookmarkTable(dynamo.client, "bookmarks");
  const bookmark = pendingBookmark(newUser());
  await items.create(bookmark, "creation-1");
  const save = items.saveChanges.bind(items);
  let others = 0;
  items.saveChanges = async (read, changes, now) => {
    others += 1;
    await save(await items.get(bookmark).then((item) => item ?? bookmark), { note: `note ${others}` }, now);
    return save(read, changes, now);
  };
  const request = {
    caller: { userId: bookmark.userId, isAdmin: false },
    params: { id: bookmark.id },
    correlationId: "1",
    body: { title: "T" },
  };
  const change = updateItem(request, { items, clock: testClock() }, (item) => item);
  await expect(change).rejects.toMatchObject({ status: 503, code: "temporarily_unavailable" });
  expect(others).toBe(5);
});
