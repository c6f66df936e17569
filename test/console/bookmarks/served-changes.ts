import type { BrowserContext } from "playwright-core";
import type { Bookmark } from "../../../client/index.ts";
import { pictureAnswer } from "../../../lib/local/sites/picture-answer.ts";
import { bookmark } from "./a-bookmark.ts";

/** The API's largest page. */
const PAGE = 200;

/**
 * Answers requests for changes with many bookmarks, the oldest first. Number 1,999 has the title `Sparrow number 1999`, and each
 * of twenty tags, e.g. `tag 7`, is on a twentieth of them.
 *
 * @param all how many
 */
export async function serveChanges(context: BrowserContext, all: number): Promise<void> {
  const pictures = SHAPES.map(([width, height]) => Buffer.from(pictureAnswer(width, height).body ?? ""));
  await context.route("**/i/shape-*", (route) => {
    const body = pictures[Number(route.request().url().at(-1))] ?? Buffer.alloc(0);
    return route.fulfill({ contentType: "image/png", body });
  });
  await context.route("**/v1/changes*", async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? "0");
    const changes = Array.from({ length: Math.min(PAGE, all - from) }, (_, index) => {
      const item = numbered(from + index);
      return { type: "bookmark", id: item.id, deleted: false, changed_at: item.updated_at, item };
    });
    const next = from + changes.length;
    await route.fulfill({ json: { changes, next_cursor: String(next), more: next < all } });
  });
}

/** Width and height. */
const SHAPES = [
  [320, 80],
  [80, 320],
  [16, 16],
] as const;

const SUMMARIES = [
  "A look at how serverless queues keep their promises when a worker stops halfway through a long batch. ",
  "東京で開かれた勉強会の資料と、キューの再試行を安全にするための設計を短くまとめたものです。",
];

/** One of many bookmarks, with a summary as long as those of pages. */
export function numbered(number: number): Bookmark {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  return bookmark({
    id: `b${number}`,
    url: `https://blog.example/posts/${number}`,
    title: `Sparrow number ${number}`,
    summary: SUMMARIES[number % SUMMARIES.length]?.repeat(3) ?? null,
    image_url: `/i/shape-${number % SHAPES.length}`,
    tags: [`tag ${number % 20}`],
    created_at: at,
    updated_at: at,
  });
}
