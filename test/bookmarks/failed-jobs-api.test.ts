import { describe, expect, it } from "vitest";
import type { Failure } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { beginProcessing, failProcessing } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { encodeCursor } from "../../lambdas/shared/http/pagination.ts";
import type { ItemKey } from "../../lambdas/shared/saved-items/saved-item.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { apiOfEachTest, send, world } from "./api-of-tests.ts";
import { pageUrl, pendingBookmark } from "./bookmarks-world.ts";

const log = capturedLog();
// The list contains all users' jobs, so that each test needs tables of its own.
apiOfEachTest(dynamoOfEachTest);

const admin = { user: "olga", groups: ["admin"] };
const list = (query: Record<string, string> = {}) => send({ route: "GET /v1/failed-jobs", query, ...admin });
const retry = (id: string) =>
  send({ route: "POST /v1/failed-jobs/{id}/retry", params: { id }, requestId: "request-8", ...admin });
const pagesOf = (answer: HttpAnswer): string[] =>
  answer.body.failed_jobs.map(({ payload }: { payload: { url: string } }) => payload.url);

const extraction = { jobType: "extraction", code: "timeout", retryable: true } as const;

/** A bookmark of `alice` that failed this many minutes after the start. */
async function failed(page: string, minute: number, failure: Omit<Failure, "at"> = extraction, user = "alice") {
  const bookmark = pendingBookmark(user, { canonicalUrl: pageUrl(page), idempotencyKey: `key-of-${page}` });
  await world.items.create(bookmark, "creation-1");
  await failProcessing(world.items, bookmark, failure, { workId: "processing-1", now: at(minute * MINUTE) });
  return bookmark;
}

/** Its first message is received again, as after a redrive. */
async function begun(bookmark: ItemKey): Promise<void> {
  const write = { workId: "processing-1", now: world.clock.now(), reconcileAt: at(MINUTE) };
  await beginProcessing(world.items, bookmark, { receiveCount: 1 }, write);
}

describe("GET /v1/failed-jobs", () => {
  it("gives one failed job for each failed bookmark of every user, newest first", async () => {
    const first = await failed("first", 1);
    const refused = { jobType: "llm_processing", code: "llm_refused", retryable: false } as const;
    const second = await failed("second", 2, refused, "bob");
    const { body } = await list();
    expect(body).toEqual({
      failed_jobs: [
        {
          id: expect.any(String),
          bookmark_id: second.id,
          job_type: "llm_processing",
          error_code: "llm_refused",
          error_message: expect.stringMatching(/^llm_refused: \S/),
          payload: {
            schemaVersion: 1,
            bookmarkId: second.id,
            userId: "bob",
            processingId: "processing-1",
            url: pageUrl("second"),
            original_request: { url: pageUrl("second"), idempotency_key: "key-of-second" },
          },
          failed_at: at(2 * MINUTE).toISOString(),
          retryable: false,
        },
        expect.objectContaining({ bookmark_id: first.id, job_type: "extraction", retryable: true }),
      ],
      next_cursor: null,
    });
  });

  it("filters by retryable", async () => {
    await failed("passing", 1);
    await failed("lasting", 2, { ...extraction, code: "not_found", retryable: false });
    expect(pagesOf(await list({ retryable: "true" }))).toEqual([pageUrl("passing")]);
    expect(pagesOf(await list({ retryable: "false" }))).toEqual([pageUrl("lasting")]);
    expect(pagesOf(await list())).toHaveLength(2);
  });

  it.each([{}, { retryable: "true" }])("lists each once, in full pages, with %o", async (filter) => {
    for (let index = 0; index < 15; index += 1) {
      // Three at the same time; every third has the other job type.
      await failed(`page-${index}`, Math.floor(index / 3), { ...extraction, retryable: index % 3 !== 0 });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limit: "4", ...filter, ...(cursor === null ? {} : { cursor }) });
      cursor = page.body.next_cursor;
      if (cursor !== null) expect(page.body.failed_jobs).toHaveLength(4);
      seen.push(...pagesOf(page));
      // During the listing others fail, and the last one listed is retried.
      await failed(`added-${seen.length}`, 100 + seen.length);
      await retry(page.body.failed_jobs.at(-1).id);
    } while (cursor !== null);
    const expected = Array.from({ length: 15 }, (_, index) => index)
      .filter((index) => !("retryable" in filter) || index % 3 !== 0)
      .map((index) => pageUrl(`page-${index}`));
    expect(seen.toSorted()).toEqual(expected.toSorted());
  });

  it("leaves out bookmarks that are being processed, deleted or requested again since", async () => {
    const redriven = await failed("redriven", 1);
    const deleted = await failed("deleted", 2);
    const { id } = await failed("reprocessed", 3);
    await begun(redriven);
    await world.items.delete(deleted, deletion(world.clock.now()));
    await send({ route: "POST /v1/bookmarks/{id}/reprocess", user: "alice", params: { id } });
    expect((await list()).body.failed_jobs).toEqual([]);
  });

  it.each([{ limit: "0" }, { retryable: "TRUE" }])("answers 400 for %o", async (query) => {
    expect(await list(query)).toEqual(problem(400, "validation_error"));
  });

  it("rejects a cursor of another filter, of another list, and a modified one", async () => {
    for (let index = 0; index < 3; index += 1) await failed(`page-${index}`, index);
    const { next_cursor: cursor } = (await list({ limit: "1" })).body;
    expect((await list({ limit: "1", cursor })).status).toBe(200);
    expect(await list({ limit: "1", cursor, retryable: "true" })).toEqual(problem(400, "invalid_cursor"));
    const position = { id: derivedId("alice", pageUrl()), created_at: at(0).toISOString() };
    const ofBookmarks = encodeCursor(position, ["bookmarks", "olga"]) ?? "";
    for (const bad of [ofBookmarks, `${cursor}A`])
      expect(await list({ cursor: bad })).toEqual(problem(400, "invalid_cursor"));
  });

  it("takes a cursor that was forged with a valid digest for a place of failed jobs only", async () => {
    await failed("page-0", 0);
    const [{ id }] = (await list()).body.failed_jobs;
    const forged = (position: object) => list({ cursor: encodeCursor(position, ["failed-jobs", "undefined"]) ?? "" });
    expect(await forged({ failed_job_id: id })).toMatchObject({ status: 200 });
    for (const wrong of ["x", "", 7, { S: "x" }, undefined])
      expect(await forged({ failed_job_id: wrong })).toEqual(problem(400, "invalid_cursor"));
  });
});

describe("POST /v1/failed-jobs/{id}/retry", () => {
  async function jobId(): Promise<string> {
    return (await list()).body.failed_jobs[0].id;
  }

  it("sets any user's bookmark to pending, and the job is gone", async () => {
    const bookmark = await failed("a-page", 1);
    const [job] = (await list()).body.failed_jobs;
    expect(await retry(job.id)).toMatchObject({ status: 202, body: job });
    const now = await world.items.get(bookmark);
    expect(now).toMatchObject({ status: "pending", retrying: true, failure: null });
    expect(now?.workId).not.toBe("processing-1");
    expect(world.queue.sent).toEqual([
      {
        message: expect.objectContaining({ userId: "alice", bookmarkId: bookmark.id, processingId: now?.workId }),
        correlationId: "request-8",
      },
    ]);
    expect((await list()).body.failed_jobs).toEqual([]);
    expect(await retry(job.id)).toEqual(problem(404, "not_found"));
  });

  it("is logged with who asked and whose bookmark it is, as the list is", async () => {
    await failed("a-page", 1);
    await failed("another-page", 2);
    await failed("a-page", 3, extraction, "bob");
    await retry(await jobId());
    expect(log.lines("failed_jobs_read")).toMatchObject([{ user_id: "olga", owner_ids: ["bob", "alice"] }]);
    expect(log.lines("failed_job_retried")).toMatchObject([{ user_id: "olga", owner_id: "bob" }]);
  });

  it("accepts a job that is not retryable, too: the administrator decides", async () => {
    await failed("a-page", 1, { ...extraction, code: "not_found", retryable: false });
    expect(await retry(await jobId())).toMatchObject({ status: 202 });
  });

  it("answers 409 already_processing when the bookmark left `failed` after the job was found", async () => {
    const bookmark = await failed("a-page", 1);
    const id = await jobId();
    const { failedJobs } = world;
    const get = failedJobs.get.bind(failedJobs);
    failedJobs.get = async (wanted) => {
      const found = await get(wanted);
      await begun(bookmark);
      return found;
    };
    expect(await retry(id)).toEqual(problem(409, "already_processing"));
    expect(world.queue.sent).toEqual([]);
  });

  it.each([
    { name: "the form of an id", id: `001795143600000-${derivedId("alice", pageUrl())}` },
    { name: "a bookmark's id", id: derivedId("alice", pageUrl()) },
    { name: "no such form", id: "x" },
    { name: "6,000 bytes", id: "a".repeat(6_000) },
  ])("answers 404 for an unknown one with $name", async ({ id }) => {
    expect(await retry(id)).toMatchObject({
      status: 404,
      body: { code: "not_found", detail: "There is no failed job with this id." },
    });
    expect(world.queue.sent).toEqual([]);
  });
});
