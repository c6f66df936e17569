import { describe, expect, it } from "vitest";
import { until } from "../until.ts";
import type { BookmarkAnswer } from "./bookmarks-system.ts";
import { FERRY_PICTURE, ferryWorld } from "./ferry-world.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const ferry = ferryWorld();

describe("an existing page", () => {
  it("is saved at once, and soon done with title, summary, tags and a copy of its picture", async () => {
    const user = await ferry.system.newUser();
    const reply = await user.saved("https://notes.example/ferry?utm_source=mail#tickets");
    const { id } = reply.body;
    expect([reply.status, reply.headers.get("location")]).toEqual([201, `/v1/bookmarks/${id}`]);
    expect(reply.body).toMatchObject({ status: "saving", llm_status: "pending", title: null, summary: null, tags: [] });

    const done = await user.bookmarkIn(id, "done");
    expect(done).toEqual({
      ...reply.body,
      status: "done",
      llm_status: "done",
      title: "The island ferry",
      site_name: "Harbour notes",
      author: "A. Writer",
      language: "en",
      // The site has no icon: what is under the path is a page.
      icon_url: null,
      image_url: expect.stringMatching(/\/i\/[\w-]{60,}$/),
      thumbnail_url: expect.stringMatching(/\/i\/[\w-]{60,}$/),
      summary: expect.stringMatching(/ferry/),
      tags: expect.arrayContaining(["ferry"]),
      unread: true,
      starred: false,
      place: null,
      summary_by: "extractive",
      words: expect.any(Number),
      read_at: expect.stringMatching(TIME),
      read_from: "fetch",
      requested_at: expect.stringMatching(TIME),
      updated_at: expect.stringMatching(TIME),
    });
    expect(ferry.fetches("/ferry")).toHaveLength(1);
    expect((await user.call<{ bookmarks: BookmarkAnswer[] }>("GET", "/v1/bookmarks")).body.bookmarks).toEqual([done]);

    const copy = await fetch(String(done.image_url));
    expect([copy.status, Buffer.from(await copy.arrayBuffer())]).toEqual([200, FERRY_PICTURE.body]);
    expect(Object.fromEntries(copy.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect((await fetch(`${done.image_url}0`)).status).toBe(404);
  });

  it("is done after one transient failure, not before the site's Retry-After, and was shown as retrying meanwhile", async () => {
    const user = await ferry.system.newUser();
    // Four seconds, scaled; without the header the first wait is two minutes plus up to 50 %, scaled 1.8 s.
    ferry.site.fault("/passing", { kind: "status", status: 503, retryAfter: 400 }, 1);
    const { id } = await ferry.save(user, "/passing");
    expect(await user.bookmarkIn(id, "retrying", "done", "failed")).toMatchObject({
      status: "retrying",
      error_message: null,
    });
    await user.bookmarkIn(id, "done");
    const [first, second] = ferry.fetches("/passing").map(({ at }) => at);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(3_990);
  });
});

describe("a missing page", () => {
  // What an answer proves: test/bookmarks/page-checks.test.ts.
  it("is gone after two weeks of 404, and there again", async () => {
    const user = await ferry.system.newUser();
    const { id } = await ferry.save(user, "/gone");
    const before = await user.bookmarkIn(id, "done");
    ferry.site.clearRequests();
    ferry.site.fault("/gone", { kind: "status", status: 404 });
    await ferry.system.checkedAfter(40, id);
    expect(await user.bookmark(id)).toEqual(before);
    // Whether HEAD is asked first is left to chance; it is never all that says that a page is missing.
    expect(ferry.fetches("/gone").at(-1)?.method).toBe("GET");

    await ferry.system.checkedAfter(14, id);
    expect(await user.bookmark(id)).toEqual({ ...before, gone_at: expect.any(String) });
    const found = await user.call<{ bookmarks: BookmarkAnswer[] }>("GET", "/v1/bookmarks?q=is:gone");
    expect(found.body.bookmarks.map((bookmark) => bookmark.id)).toEqual([id]);
    expect((await user.call("GET", `/v1/bookmarks/${id}/content`)).status).toBe(200);

    ferry.site.clearFaults();
    await ferry.system.checkedAfter(40, id);
    expect(await user.bookmark(id)).toEqual(before);
  });

  it("fails at once with the reason, as a failed job that is not retryable, without a dead letter", async () => {
    const user = await ferry.system.newUser();
    ferry.site.fault("/missing", { kind: "status", status: 404 });
    const { id } = await ferry.save(user, "/missing");
    const failed = await user.bookmarkIn(id, "failed");
    expect(failed).toMatchObject({ error_message: expect.stringMatching(/^not_found: /), can_retry: true });
    await ferry.system.queue.idle();
    expect(ferry.fetches("/missing")).toHaveLength(1);
    expect(await ferry.system.queue.deadLetters()).toEqual([]);
    expect(await ferry.failedJobOf(id)).toMatchObject({ job_type: "extraction", retryable: false });
    expect((await ferry.system.failedJobs(true)).map((job) => job.bookmark_id)).not.toContain(id);
  });
});

it("a message that no worker can read becomes a dead letter, which its log line counts for the alarm", async () => {
  const poison = JSON.stringify({ schemaVersion: 2 });
  await ferry.system.queue.send(poison);
  const letters = await until(
    "the dead letter is there",
    () => ferry.system.queue.deadLetters(),
    ({ length }) => length > 0,
  );
  expect(letters.map(({ Body }) => Body)).toEqual([poison]);
});
