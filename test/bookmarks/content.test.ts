import { beforeEach, describe, expect, it } from "vitest";
import { hasEarlierText } from "../../client/index.ts";
import { deletedContents } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { reconcilableFiles } from "../../lambdas/shared/saved-items/reconcilable-files.ts";
import { resend } from "../../lambdas/shared/work/reconcile.ts";
import { awsError } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { PictureBucket } from "../shared/pictures/picture-bucket.ts";
import { PNG } from "../shared/pictures/sample-pictures.ts";
import { bookmarksApi, SITE } from "./bookmarks-world.ts";
import { ContentBucket } from "./content-bucket.ts";
import type { SiteAnswers } from "./processing-world.ts";
import { fetchedPage, processingWorker, storedItem } from "./processing-world.ts";
import { readAgain, readerOfEachTest, savedAndRead, user, userId, world } from "./reader-of-tests.ts";

const log = capturedLog();
readerOfEachTest();

let pictures: PictureBucket;
beforeEach(() => {
  pictures = new PictureBucket();
});

const DAY = 24 * 3_600_000;
const page = (paragraphs: number, word = "word") => {
  const text = `<p>${`${word}, `.repeat(20)}</p>`.repeat(paragraphs);
  return fetchedPage({
    body: Buffer.from(`<html lang=en><title>T</title><meta name=author content=A><article>${text}`),
  });
};
const withoutText = () => fetchedPage({ body: Buffer.from("<title>T</title>") });

/** A run of reconcile. @returns the errors */
async function removeDeleted() {
  const places = { contents: world.contents, pictures: pictures.store };
  const files = deletedContents(dynamo.client, "bookmarks", places);
  const kind = reconcilableFiles("deleted_contents", files, world.clock);
  const ends = await resend(kind, await kind.overdue(100), "correlation-1", () => world.clock.now());
  return ends.flatMap(({ error }) => (error === null ? [] : [String(error)]));
}

describe("the text of a page", () => {
  it("is kept, and answered as it was read", async () => {
    const id = await savedAndRead(() => page(2));
    const readAt = world.clock.now().toISOString();
    expect(await user.shown(id)).toMatchObject({ status: "done", words: 40, read_at: readAt });
    expect(await user.content(id)).toMatchObject({
      status: 200,
      body: { id, title: "T", byline: "A", language: "en", dir: "ltr", words: 40, read_at: readAt, truncated: false },
    });
    expect((await user.content(id)).body.html).toMatch(/^<p>(?:word, ?){20}<\/p><p>(?:word, ?){20}<\/p>$/);
  });

  it("has the whole addresses of its pictures, which are stored as paths", async () => {
    const html = '<p>a <img src="/i/a-1" alt="b"> &lt;img src="/i/c"&gt;</p>';
    const id = await savedAndRead(() => page(1), { html });
    expect((await user.content(id)).body.html).toBe(html.replace("/i/a-1", `${SITE}/i/a-1`));
  });

  it("is not there before the page was read, for a page without text, and for others", async () => {
    const { id } = await user.save();
    expect(await user.content(id)).toMatchObject({
      status: 404,
      body: { code: "no_content", detail: "No text of this page was kept." },
    });
    await processingWorker(world, withoutText).receive(user.lastMessage());
    expect(await user.shown(id)).toMatchObject({ status: "done", words: null, read_at: null });
    expect(await user.content(id)).toMatchObject({ status: 404, body: { code: "no_content" } });
    expect(await user.content("7b1f4d0e-0000-5000-8000-000000000000")).toMatchObject({ body: { code: "not_found" } });
  });

  it("is replaced by a newer reading of a third as many words, and the earlier one is deleted", async () => {
    const id = await savedAndRead(() => page(3));
    const [earlier] = world.bucket.keys();
    world.clock.forward(DAY);
    await readAgain(id, () => page(1));
    expect((await user.content(id)).body).toMatchObject({ words: 20, read_at: world.clock.now().toISOString() });
    expect(world.bucket.keys()).toHaveLength(1);
    expect(world.bucket.keys()).not.toEqual([earlier]);
  });

  it.each<[string, SiteAnswers, logged: readonly object[]]>([
    ["a reading that fails", () => fetchedPage({ status: 404 }), []],
    ["a reading of less than a third", () => page(1), [{ words: 20, kept_words: 80 }]],
    ["a page without text", withoutText, [{ words: 0, kept_words: 80 }]],
  ])("stays after %s", async (_what, answer, logged) => {
    const id = await savedAndRead(() => page(4));
    const { body: kept } = await user.content(id);
    world.clock.forward(DAY);
    expect(hasEarlierText(await user.shown(id))).toBe(false);
    await readAgain(id, answer);
    expect((await user.content(id)).body).toEqual(kept);
    const shown = await user.shown(id);
    expect(shown).toMatchObject({ words: 80, read_at: kept.read_at });
    expect(hasEarlierText(shown)).toBe(true);
    expect(log.lines("content_left_as_kept")).toMatchObject(logged.map((line) => ({ ...line, bookmark_id: id })));
  });

  it("that can't be stored leaves its message in the queue: no bookmark points to a text that is not there", async () => {
    const { id, message } = await user.save();
    world.contents.put = () => Promise.reject(awsError("SlowDown", 503));
    expect(await processingWorker(world, () => page(1)).receive(message)).toBe(false);
    expect(await user.shown(id)).toMatchObject({ words: null, read_at: null });
  });

  it("of an earlier reading that can't be deleted does not fail the newer one", async () => {
    const id = await savedAndRead(() => page(1));
    world.contents.delete = () => Promise.reject(awsError("SlowDown", 503));
    await readAgain(id, () => page(1, "newer"));
    expect((await user.content(id)).body.html).toContain("newer");
    expect(log.lines("content_not_deleted")).toMatchObject([{ level: "WARN", bookmark_id: id, error: "SlowDown" }]);
  });

  it("is not reported as missing while S3 can't be read", async () => {
    const id = await savedAndRead(() => page(1));
    const { store: contents } = new ContentBucket(async () => {
      throw awsError("SlowDown", 503);
    });
    const request = { route: "GET /v1/bookmarks/{id}/content", params: { id }, user: userId };
    expect(await bookmarksApi({ ...world, contents })(request)).toMatchObject({ status: 503 });
  });

  it("of a reading that came too late is deleted", async () => {
    const { id, message } = await user.save();
    await processingWorker(world, async () => {
      await user.delete(id);
      return page(1);
    }).receive(message);
    expect(world.bucket.keys()).toEqual([]);
  });
});

describe("the text of a deleted bookmark", () => {
  it("is deleted after seven days, with the leftovers of a worker and the pictures of the page", async () => {
    const id = await savedAndRead(() => page(1));
    const stored = await storedItem(dynamo, userId, id);
    const text = { title: null, byline: null, language: null, dir: "ltr", readAt: "", truncated: false } as const;
    for (const left of ["1", "2", "3"])
      await world.contents.put(String(stored?.content_folder), left, { ...text, words: 1, html: "<p>x</p>" });
    await pictures.store.put(String(stored?.content_folder), { type: "image/png", bytes: PNG });
    await user.delete(id);
    world.clock.forward(7 * DAY - 1);
    expect(await removeDeleted()).toEqual([]);
    expect([world.bucket.keys().length, pictures.objects.size]).toEqual([4, 1]);
    world.clock.forward(1);
    await removeDeleted();
    expect([world.bucket.keys(), pictures.objects.size]).toEqual([[], 0]);
    const tombstone = await storedItem(dynamo, userId, id);
    for (const gone of ["content_folder", "content_key", "words", "read_at", "pending_partition", "removed_folder"])
      expect(tombstone).not.toHaveProperty(gone);
  });

  it("is there again when the page is saved again before, even if its site is gone", async () => {
    const id = await savedAndRead(() => page(1));
    const { body: kept } = await user.content(id);
    await user.delete(id);
    expect(await user.content(id)).toMatchObject({ status: 404, body: { code: "not_found" } });
    const again = await user.save();
    await processingWorker(world, () => fetchedPage({ status: 404 })).receive(again.message);
    world.clock.forward(8 * DAY);
    await removeDeleted();
    expect((await user.content(id)).body).toEqual(kept);
  });

  it("is not taken from a bookmark that is saved again while it is deleted", async () => {
    const id = await savedAndRead(() => page(1));
    await user.delete(id);
    world.clock.forward(7 * DAY);
    const { empty } = world.contents;
    world.contents.empty = async (folder) => {
      world.contents.empty = empty;
      const again = await user.save();
      await processingWorker(world, () => page(2)).receive(again.message);
      await empty.call(world.contents, folder);
    };
    await removeDeleted();
    expect((await user.content(id)).body).toMatchObject({ words: 40 });
    expect(world.bucket.keys()).toHaveLength(1);
    await user.delete(id);
    world.clock.forward(7 * DAY);
    await removeDeleted();
    expect(world.bucket.keys()).toEqual([]);
  });

  it("is deleted by a later run when S3 does not answer", async () => {
    const id = await savedAndRead(() => page(1));
    await user.delete(id);
    world.clock.forward(7 * DAY);
    const { empty } = world.contents;
    const [stored = ""] = world.bucket.keys();
    world.contents.empty = async (folder) => {
      throw new Error(`S3 is slow for ${folder}.`);
    };
    expect(await removeDeleted()).toEqual([`Error: S3 is slow for ${stored.split("/")[0]}.`]);
    // The bookmark that is saved meanwhile has none of it.
    world.contents.empty = empty;
    await removeDeleted();
    expect(world.bucket.keys()).toEqual([]);
    expect(await storedItem(dynamo, userId, id)).not.toHaveProperty("pending_partition");
  });

  it("of a bookmark that is saved and deleted again meanwhile has seven days of its own", async () => {
    const id = await savedAndRead(() => page(1));
    await user.delete(id);
    world.clock.forward(7 * DAY);
    const { empty } = world.contents;
    world.contents.empty = async (folder) => {
      world.contents.empty = empty;
      await savedAndRead(() => page(2));
      await user.delete(id);
      await empty.call(world.contents, folder);
    };
    await removeDeleted();
    expect(world.bucket.keys()).toHaveLength(1);
    world.clock.forward(7 * DAY);
    await removeDeleted();
    expect(world.bucket.keys()).toEqual([]);
  });
});
