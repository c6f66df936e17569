import { expect, it } from "vitest";
import { exportBookmarks, exportStocks, readBookmarks } from "../../../client/moving/index.ts";
import { newBookmark } from "../../../client/moving/new-bookmark.ts";
import type { BOOKMARK_FIELDS } from "../../../lambdas/bookmarks/domain/bookmark-fields.ts";
import type { STOCK_FIELDS } from "../../../lambdas/slides/stock-fields.ts";
import { shownBookmark, shownDeck } from "../../../lib/cli/mcp/tools/shown-items.ts";
import { savedBookmark } from "../saved-bookmark.ts";
import { savedStock } from "../saved-stock.ts";
import { allOf } from "./all-of.ts";

/** A value of each field that a person writes, by its name in requests. */
type Written<Fields> = Readonly<Record<WireOf<Fields[keyof Fields]>, unknown>>;
type WireOf<Field> = Field extends { readonly wire: infer Wire extends string } ? Wire : never;

const AT = "2026-05-12T03:00:00.000Z";
const common = { tags: ["a"], unread: true, starred: true };
const place = { block: 1, offset: 2, progress: 0.5, at: AT };
const ofBookmark = { ...common, title: "Mine", note: "Read", place } satisfies Written<typeof BOOKMARK_FIELDS>;
const ofStock = { ...common, memo: "Read" } satisfies Written<typeof STOCK_FIELDS>;
const bookmark = savedBookmark({ id: "b-1", url: "https://blog.example/", created_at: AT, ...ofBookmark });
const stock = savedStock({ id: "s-1", original_url: "https://speakerdeck.com/a/b", created_at: AT, ...ofStock });

/** Names other than the field's own; a place is for texts that only this product has, so that a CSV has none. */
const SHOWN_AS: Readonly<Record<string, string>> = { memo: "note", place: "progress" };

async function* streamed<T>(item: T): AsyncGenerator<T, void, undefined> {
  yield item;
}
const text = async (parts: AsyncIterable<string>) => (await allOf(parts)).join("");

it("the JSON of a bookmark has what its person has written, and an import takes all of it", async () => {
  const [entry] = await allOf(readBookmarks([await text(exportBookmarks(streamed(bookmark), "json"))]));
  if (entry === undefined || "unreadable" in entry) return expect.unreachable();
  expect(
    newBookmark(entry, new Date("2026-06-01T00:00:00.000Z")),
    "A flag: add it to ENTRY_MARKS (client/moving/file-entry.ts) and to Magpie's format in read/formats.ts there",
  ).toMatchObject({ bookmark: ofBookmark });
});

it.each([
  ["export-bookmarks.ts", ofBookmark, () => exportBookmarks(streamed(bookmark), "csv"), shownBookmark(bookmark)],
  ["export-stocks.ts", ofStock, () => exportStocks(streamed(stock), "csv"), shownDeck(stock)],
] as const)(
  "a CSV by %s and the tools for agents have what a person has written",
  async (file, written, csv, shown) => {
    const names = Object.keys(written).map((name) => SHOWN_AS[name] ?? name);
    const columns = (await text(csv())).split("\r\n")[0]?.split(",");
    expect(
      names.filter((name) => name !== "progress" && !columns?.includes(name)),
      `Add a column of each to CELLS in client/moving/${file}`,
    ).toEqual([]);
    expect(
      names.filter((name) => !(name in shown)),
      "Show each in lib/cli/mcp/tools/shown-items.ts",
    ).toEqual([]);
  },
);
