import { describe, expect, it } from "vitest";
import { SummaryFailure } from "../../lambdas/bookmarks/summary/summariser.ts";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { socketError } from "../emulators/socket-errors.ts";
import { MINUTE, newUser } from "../emulators/test-clock.ts";
import { moveUser, usersApi, usersWorld } from "../users/users-world.ts";
import { pageUrl, SITE } from "./bookmarks-world.ts";
import type { SiteAnswers } from "./processing-world.ts";
import { exhausted, fetchedPage, processingWorker, reader } from "./processing-world.ts";
import { readAgain, readerOfEachTest, savedAndRead, user, userId, world } from "./reader-of-tests.ts";

capturedLog();
readerOfEachTest();

const worker = (answer: SiteAnswers, random = 0) => processingWorker(world, answer, { random });
const answering = (changes: Partial<OutboundResponse>, random = 0) => worker(() => fetchedPage(changes), random);

/** A worker whose site responds and whose summariser fails. */
function withoutSummary(code: string, transient: boolean) {
  const failure = new SummaryFailure(code, transient, { cause: new Error("the model is away") });
  return processingWorker(world, () => fetchedPage(), { summariser: { summarise: () => Promise.reject(failure) } });
}

describe("the state that a client shows", () => {
  it("is saving, processing, then done with the page's title and its summary", async () => {
    const { id, message } = await user.save();
    const before = await user.shown(id);
    expect(before).toMatchObject({ status: "saving", llm_status: "pending", title: null, summary: null });
    const during: unknown[] = [];
    world.clock.forward(MINUTE);
    const { receive, fetched } = worker(async () => {
      during.push(await user.shown(id));
      return fetchedPage();
    });
    expect(await receive(message)).toBe(true);
    expect(during).toEqual([
      { ...before, status: "processing", llm_status: "processing", updated_at: "2026-11-20T03:01:00.000Z" },
    ]);
    expect(await user.shown(id)).toEqual({
      ...before,
      status: "done",
      llm_status: "done",
      title: "A page",
      language: "en",
      summary: "In brief.",
      tags: ["brief"],
      summary_by: "test",
      words: 9,
      read_at: "2026-11-20T03:01:00.000Z",
      read_from: "fetch",
      updated_at: "2026-11-20T03:01:00.000Z",
    });
    expect(fetched).toEqual([pageUrl()]);
  });

  it("is retrying between and during the attempts after the first", async () => {
    const { id, message } = await user.save();
    const statuses: string[] = [];
    const recordStatus = async () => statuses.push(await user.status(id));
    const watched = (status: number) =>
      worker(async () => {
        await recordStatus();
        return fetchedPage({ status });
      });
    await recordStatus();
    await watched(503).receive(message, 1);
    await recordStatus();
    expect(await user.shown(id)).toMatchObject({ llm_status: "pending", can_retry: false, error_message: null });
    await watched(503).receive(message, 2);
    await recordStatus();
    await watched(200).receive(message, 3);
    await recordStatus();
    expect(statuses).toEqual(["saving", "processing", "retrying", "retrying", "retrying", "retrying", "done"]);
  });

  it("is retrying after the user requested it again, and without the old reason", async () => {
    const { id } = await exhausted(world, user);
    expect(await user.reprocess(id)).toMatchObject({
      status: 202,
      body: { status: "retrying", llm_status: "pending", error_code: null, error_message: null, can_retry: false },
    });
    await worker(async () => {
      expect(await user.shown(id)).toMatchObject({ status: "retrying", llm_status: "processing" });
      return fetchedPage();
    }).receive(user.lastMessage());
    expect(await user.shown(id)).toMatchObject({ status: "done", error_message: null, can_retry: false });
  });

  it("keeps an earlier summary while the page is processed again and when that fails", async () => {
    const id = await savedAndRead();
    await user.reprocess(id);
    expect(await user.shown(id)).toMatchObject({ status: "retrying", title: "A page", summary: "In brief." });
    await answering({ status: 410 }).receive(user.lastMessage());
    expect(await user.shown(id)).toMatchObject({ status: "failed", title: "A page", summary: "In brief." });
  });

  it("has the copies of its pictures, and keeps an earlier one when a picture is not available", async () => {
    const site = () => fetchedPage();
    const pictures = { iconPath: "/i/icon", imagePath: "/i/image", thumbnailPath: "/i/thumbnail" };
    const id = await savedAndRead(site, { pictures });
    const [icon_url, image_url, thumbnail_url] = Object.values(pictures).map((path) => `${SITE}${path}`);
    const shown = { icon_url, image_url, thumbnail_url };
    expect(await user.shown(id)).toMatchObject(shown);
    await readAgain(id, site, { pictures: { imagePath: null, thumbnailPath: null } });
    expect(await user.shown(id)).toMatchObject({ ...shown, image_url: null, thumbnail_url: null });
  });
});

describe("a transient failure", () => {
  it.each([
    [600, 0.999_999, 660],
    [86_400, 0.5, 3_600],
  ])(
    "with Retry-After %i s is followed by at least this wait, and an hour at most",
    async (retryAfterSeconds, random, seconds) => {
      const { message } = await user.save();
      const { receive, waits } = answering({ status: 429, retryAfterSeconds }, random);
      expect(await receive(message)).toBe(false);
      expect(waits).toEqual([seconds]);
    },
  );

  it.each<[string, SiteAnswers]>([
    ["upstream_error", () => fetchedPage({ status: 503 })],
    ["network", () => Promise.reject(new OutboundError("network", "reset", { cause: socketError("reset") }))],
  ])("(%s) has four attempts, then fails with its code and returns the message", async (code, answer) => {
    const { id, message } = await user.save();
    const { receive, fetched, waits } = worker(answer);
    for (const count of [1, 2, 3, 4, 5]) expect(await receive(message, count)).toBe(false);
    expect(fetched).toHaveLength(4);
    expect(waits).toEqual([120, 240, 480, 0, 0]);
    expect(await user.shown(id)).toMatchObject({
      status: "failed",
      error_message: expect.stringMatching(`^${code}: `),
    });
  });

  it("of the summariser has four attempts, too", async () => {
    const { id, message } = await user.save();
    const { receive, waits } = withoutSummary("llm_throttled", true);
    for (const count of [1, 2, 3, 4, 5]) expect(await receive(message, count)).toBe(false);
    expect(waits).toEqual([120, 240, 480, 0, 0]);
    expect(await user.failedJobs(id)).toEqual([
      expect.objectContaining({
        job_type: "llm_processing",
        retryable: true,
        error_message: expect.stringMatching(/^llm_throttled: /),
      }),
    ]);
  });
});

describe("a permanent failure", () => {
  it.each<[string, SiteAnswers]>([
    ["not_found", () => fetchedPage({ status: 404 })],
    ["pdf_too_large", () => Promise.reject(new OutboundError("too_large", "15 MiB"))],
  ])("(%s) fails the bookmark at once and deletes the message", async (code, answer) => {
    for (const receiveCount of [1, 4]) {
      const { id, message } = await user.save(pageUrl(`at-${receiveCount}`));
      const { receive, fetched, waits } = worker(answer);
      expect(await receive(message, receiveCount)).toBe(true);
      expect([fetched.length, waits]).toEqual([1, []]);
      expect(await user.shown(id)).toMatchObject({
        status: "failed",
        error_message: expect.stringMatching(`^${code}: `),
        can_retry: true,
      });
    }
  });

  it("of the summariser fails the bookmark at once and deletes the message", async () => {
    const { id, message } = await user.save();
    const { receive, waits } = withoutSummary("llm_refused", false);
    expect(await receive(message)).toBe(true);
    expect(waits).toEqual([]);
    expect(await user.shown(id)).toMatchObject({
      error_message: expect.stringMatching(/^llm_refused: /),
      summary: null,
    });
  });
});

describe("a late end of a reading", () => {
  const added = ["/i/folder-new"];
  const pictures = { iconPath: "/i/folder-old", imagePath: "/i/folder-new" };
  const moved = (to: string) => moveUser(usersApi(usersWorld(dynamo, world.clock)), userId, to);

  it("of a bookmark that was moved to another person deletes the copies that it has made, and no other", async () => {
    const { id, message } = await user.save();
    const to = newUser();
    const answer = async () => {
      await moved(to);
      return fetchedPage();
    };
    const { receive, deletedPictures } = processingWorker(world, answer, { pictures, added });
    expect(await receive(message)).toBe(true);
    expect([(await user.shown(id)).status, deletedPictures]).toEqual([404, added]);
    const bookmarks = (await reader(world, to).send({ route: "GET /v1/bookmarks" })).body.bookmarks;
    expect(bookmarks).toMatchObject([{ url: pageUrl(), icon_url: null, image_url: null }]);
  });

  it("of a bookmark that was deleted leaves them to the removal of its files", async () => {
    const { id, message } = await user.save();
    const answer = async () => {
      await user.delete(id);
      return fetchedPage();
    };
    const { receive, deletedPictures } = processingWorker(world, answer, { pictures, added });
    expect(await receive(message)).toBe(true);
    expect(deletedPictures).toEqual([]);
  });
});

describe("a failed bookmark's failed job", () => {
  it("is one, not retryable, after a permanent failure, even if its message is received again", async () => {
    const { id, message } = await user.save();
    for (const count of [1, 1, 2]) await answering({ status: 404 }).receive(message, count);
    expect(await user.failedJobs(id)).toEqual([
      expect.objectContaining({
        job_type: "extraction",
        payload: expect.objectContaining(message),
        retryable: false,
        error_message: expect.stringMatching(/^not_found: /),
      }),
    ]);
  });
});
