import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { Bookmark } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { BOOKMARKS } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { newAttributes, toKey } from "../../lambdas/shared/saved-items/stored-item.ts";
import { pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";

/** DynamoDB's limit. */
const BATCH = 25;

const ENGLISH =
  "A look at how serverless queues keep their promises when a worker stops halfway through a long batch. ";
const JAPANESE = "東京で開かれた勉強会の資料と、キューの再試行を安全にするための設計を短くまとめたものです。";

/** Bookmarks as the worker leaves them, one a minute: half of them in Japanese, every fifth with a note. Only number 17 has the word `magpies`. */
export function manyBookmarks(userId: string, count: number): readonly Bookmark[] {
  return Array.from({ length: count }, (_, number) => bookmark(userId, number, at((number - count) * MINUTE)));
}

function bookmark(userId: string, number: number, now: Date): Bookmark {
  const text = number % 2 === 0 ? ENGLISH : JAPANESE;
  const url = `https://blog-${number % 97}.example/2026/11/how-a-queue-keeps-its-promises-${number}?page=1`;
  const pending = pendingBookmark(userId, { canonicalUrl: url, now });
  return {
    ...pending,
    status: "done",
    reconcileAt: null,
    note: number % 5 === 0 ? text.slice(0, 80) : null,
    pageTitle: `${text.slice(0, 50)} ${number}`,
    siteName: "A blog about queues",
    author: "An author",
    language: number % 2 === 0 ? "en" : "ja",
    iconPath: `/i/${pending.contentFolder}-0123456789abcdef0123456789abcdef`,
    imagePath: `/i/${pending.contentFolder}-fedcba9876543210fedcba9876543210`,
    thumbnailPath: `/i/${pending.contentFolder}-fedcba98765432100123456789abcdef`,
    summary: text.repeat(3),
    tags: ["serverless", "queues", "設計", "reliability", "勉強会"],
    summaryBy: "extractive",
    ...(number === 17 ? { note: "The one about magpies" } : {}),
  };
}

/** Writes bookmarks into a table. Their number must be divisible by 25. */
export async function writeBookmarks(
  client: DynamoDBDocumentClient,
  table: string,
  bookmarks: readonly Bookmark[],
): Promise<void> {
  for (let start = 0; start < bookmarks.length; start += BATCH) {
    const requests = bookmarks
      .slice(start, start + BATCH)
      .map((each) => ({ PutRequest: { Item: { ...toKey(each), ...newAttributes(BOOKMARKS, each) } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  }
}
