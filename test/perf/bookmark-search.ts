import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Bookmark } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { BookmarkTable } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import type { Position } from "../../lambdas/shared/http/pagination.ts";
import { searchTerms } from "../../lambdas/shared/search/search-terms.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { newUser } from "../emulators/test-clock.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { manyBookmarks, writeBookmarks } from "./many-bookmarks.ts";

const BOOKMARKS = 10_000;
const ROUNDS = 5;
/** What all requests of a search for a rare word may take together. */
const MS_ALLOWED = 2_000;
/** Sizes of what DynamoDB reads: a name and its value, a map or list with three bytes beside (DynamoDB guide, item sizes). */
const encoder = new TextEncoder();

function sizeOf(value: unknown): number {
  if (typeof value === "string") return encoder.encode(value).length;
  if (typeof value === "number") return 8;
  if (value === null || typeof value !== "object") return 1;
  if (value instanceof Set) return 3 + [...value].reduce((sum, each) => sum + sizeOf(each), 0);
  if (Array.isArray(value)) return 3 + value.reduce((sum, each) => sum + 1 + sizeOf(each), 0);
  return Object.entries(value).reduce((sum, [name, each]) => sum + sizeOf(name) + sizeOf(each), 0);
}

/** What a query of one of a user's indexes reads, in bytes. */
async function bytesOf({ client }: TestDynamo, userId: string, IndexName: string): Promise<number> {
  let bytes = 0;
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: "bookmarks",
        IndexName,
        KeyConditionExpression: "user_id = :user_id",
        ExpressionAttributeValues: { ":user_id": userId },
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    bytes += Items.reduce((sum, item) => sum + sizeOf(item), 0);
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return bytes;
}

/** A search of 10,000 bookmarks for a word that one of the oldest holds: all its requests, against reading whole items. */
export async function bookmarkSearch(): Promise<readonly Figure[]> {
  const dynamo = await startDynamo();
  try {
    const userId = newUser();
    await writeBookmarks(dynamo.client, "bookmarks", manyBookmarks(userId, BOOKMARKS));
    const bookmarks = new BookmarkTable(dynamo.client, "bookmarks");
    const walk = async (
      page: (position: Position | undefined) => Promise<{ items: readonly Bookmark[]; position: Position | null }>,
    ) => {
      const begin = performance.now();
      let position: Position | undefined;
      let [found, requests] = [0, 0];
      do {
        const { items, position: next } = await page(position);
        found += items.length;
        requests += 1;
        position = next ?? undefined;
      } while (position !== undefined);
      return { ms: performance.now() - begin, found, requests };
    };
    const sought = { terms: searchTerms("magpies"), tags: [] };
    const search = () => walk((position) => bookmarks.search(userId, sought, { limit: 20, position }));
    const { found, requests } = await search();
    if (found !== 1) throw new Error(`Found ${found} bookmarks`);
    const times = await interleaved(ROUNDS, {
      search: async () => (await search()).ms,
      whole: async () => (await walk((position) => bookmarks.list(userId, { limit: 100, position }))).ms,
    });
    const ours = await bytesOf(dynamo, userId, "search");
    const theirs = await bytesOf(dynamo, userId, "by_created_at");
    const name = `a rare word among ${BOOKMARKS} bookmarks, ${requests} requests`;
    return [
      {
        name: `${name}: read`,
        unit: "KB",
        ours: ours / 1_024,
        against: "whole items",
        theirs: theirs / 1_024,
        aim: 0.75,
      },
      { name, unit: "ms", ours: median(times.search), against: "whole items", theirs: median(times.whole) },
      { name, unit: "ms", ours: median(times.search), against: "what they may take", theirs: MS_ALLOWED, aim: 1 },
    ];
  } finally {
    await dynamo.close();
  }
}

if (import.meta.main) printFigures(await bookmarkSearch());
