import { beforeEach, describe, expect, it } from "vitest";
import type { Bookmark } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { deleteUnkept, keepContent } from "../../../lambdas/bookmarks/work/keep-content.ts";
import type { ReceivedMessage } from "../../../lambdas/shared/work/worker.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { START, testClock } from "../../emulators/test-clock.ts";
import { testIds } from "../../emulators/test-queue.ts";
import { pendingBookmark } from "../bookmarks-world.ts";
import { ContentBucket } from "../content-bucket.ts";
import { samplePage } from "../sample-page.ts";

const log = capturedLog();
const received = { correlationId: "request-1" } as ReceivedMessage;
const about = { bookmark_id: pendingBookmark("alice").id, correlation_id: "request-1" };

let bucket: ContentBucket;
beforeEach(() => {
  bucket = new ContentBucket();
});

const bookmark = (changes: Partial<Bookmark> = {}): Bookmark => ({ ...pendingBookmark("alice"), ...changes });
const words = (count: number) => samplePage({ html: `<p>${"word ".repeat(count)}</p>` });

describe("keeping the text of a page", () => {
  const keep = (kept: number | null, page = words(10)) =>
    keepContent(
      bookmark({ words: kept }),
      { ...page, readFrom: "fetch" },
      { contents: bucket.store, clock: testClock(), newId: testIds() },
      received,
    );

  it("stores it in the bookmark's folder under a new id, and returns its key with the bookmark's fields", async () => {
    const contentKey = `${bookmark().contentFolder}/id-1.json.gz`;
    const readAt = START.toISOString();
    expect(await keep(null)).toEqual({ contentKey, words: 10, readAt, readFrom: "fetch" });
    expect(bucket.read(contentKey)).toMatchObject({ words: 10, read_at: readAt, read_from: "fetch" });
    expect(log.lines()).toEqual([]);
  });

  it("replaces one of three times as many words, and leaves a longer one, which is logged", async () => {
    expect(await keep(30)).toMatchObject({ words: 10 });
    expect(log.lines()).toEqual([]);
    expect(await keep(31)).toBeNull();
    expect(bucket.keys()).toHaveLength(1);
    expect(log.lines("content_left_as_kept")).toMatchObject([{ ...about, words: 10, kept_words: 31 }]);
  });

  it("leaves the kept one after a page without text, which is logged only where there is one", async () => {
    expect(await keep(null, samplePage({}))).toBeNull();
    expect(log.lines()).toEqual([]);
    expect(await keep(1, samplePage({}))).toBeNull();
    expect(log.lines("content_left_as_kept")).toMatchObject([{ ...about, words: 0, kept_words: 1 }]);
    expect(bucket.keys()).toEqual([]);
  });

  it("fails with its store, so that the bookmark never points to a missing object", async () => {
    bucket = new ContentBucket(() => Promise.reject(awsError("SlowDown", 503)));
    await expect(keep(null)).rejects.toThrow("SlowDown");
  });
});

describe("deleting the text to which no bookmark points", () => {
  const content = { title: null, byline: null, language: null, dir: "ltr", words: 1, readAt: "" } as const;
  const put = (id: string) => bucket.store.put("folder", id, { ...content, truncated: false, html: "<p>a</p>" });

  it.each([
    { what: "the earlier one, once a new one is kept", stored: true, earlier: true, saved: true, left: ["new"] },
    { what: "the new one, if the work came too late", stored: true, earlier: true, saved: false, left: ["earlier"] },
    { what: "none, if the earlier one stays", stored: false, earlier: true, saved: true, left: ["earlier"] },
    { what: "none, if none was stored too late", stored: false, earlier: true, saved: false, left: ["earlier"] },
    { what: "none, if the new one is the first", stored: true, earlier: false, saved: true, left: ["new"] },
    { what: "the first one, if it came too late", stored: true, earlier: false, saved: false, left: [] },
  ])("is that of $what", async ({ stored, earlier, saved, left }) => {
    const before = bookmark({ contentKey: earlier ? await put("earlier") : null });
    const key = stored ? await put("new") : null;
    await deleteUnkept(key, { before, done: saved ? bookmark() : null }, { contents: bucket.store }, received);
    expect(bucket.keys()).toEqual(left.map((id) => `folder/${id}.json.gz`));
    expect(log.lines()).toEqual([]);
  });

  it("fails no bookmark: the object stays in its folder", async () => {
    const contents = new ContentBucket(() => Promise.reject(awsError("SlowDown", 503))).store;
    const before = bookmark({ contentKey: "folder/earlier.json.gz" });
    await deleteUnkept("folder/new.json.gz", { before, done: bookmark() }, { contents }, received);
    expect(log.lines("content_not_deleted")).toMatchObject([{ level: "WARN", ...about, error: "SlowDown" }]);
  });
});
