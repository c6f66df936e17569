import { expect, it } from "vitest";
import { BOOKMARK_FIELDS } from "../../../lambdas/bookmarks/domain/bookmark-fields.ts";
import { BOOKMARKS } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import type { StoredItem } from "../../../lambdas/shared/saved-items/stored-item.ts";
import { isAsRead, newAttributes, toItem } from "../../../lambdas/shared/saved-items/stored-item.ts";
import { holdsWritten } from "../../../lambdas/shared/saved-items/user-fields.ts";
import { Placeholders } from "../../../lambdas/shared/table/expression.ts";
import { STOCK_FIELDS } from "../../../lambdas/slides/stock-fields.ts";
import { STOCKS } from "../../../lambdas/slides/stock-table.ts";
import { pendingBookmark } from "../../bookmarks/bookmarks-world.ts";

it("an item that was stored before a field existed has none of it, and can be changed", () => {
  const bookmark = pendingBookmark("alice");
  const { note: _note, ...before } = newAttributes(BOOKMARKS, bookmark);
  const read = toItem(BOOKMARKS, { ...before, user_id: "alice", id: bookmark.id } as unknown as StoredItem);
  expect(read.note).toBe(null);
  const [condition] = isAsRead(BOOKMARKS, read, ["note"]);
  expect(condition?.(new Placeholders())).toContain("attribute_not_exists");
});

const place = { block: 1, offset: 2, progress: 0.5, at: "2026-05-12T03:00:00.000Z" };

it.each([
  [BOOKMARK_FIELDS, BOOKMARKS, { title: "Mine", note: "Read", user_tags: ["a"], unread: false, starred: true, place }],
  [STOCK_FIELDS, STOCKS, { memo: "Read", tags: ["a"], unread: false, starred: true }],
])("an item holds what was written of another one only if it has each field: %#", (fields, kind, written) => {
  expect(kind.userFields).toBe(fields);
  expect(
    Object.values(fields).map(({ attribute }) => attribute),
    "Give each field a value here, by its attribute, in the order of bookmark-fields.ts or stock-fields.ts",
  ).toEqual(Object.keys(written));
  expect(holdsWritten(fields, written, written)).toBe(true);
  for (const [attribute, value] of Object.entries(written)) {
    expect(holdsWritten(fields, { ...written, [attribute]: null }, written)).toBe(false);
    for (const nothing of [undefined, null, "", []]) {
      expect(holdsWritten(fields, { ...written, [attribute]: value }, { ...written, [attribute]: nothing })).toBe(true);
    }
  }
});
