import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SimulatedSite } from "../../upstreams/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../upstreams/simulated-site.ts";
import type { Problem } from "../api-client.ts";
import { until } from "../until.ts";
import type { BookmarkAnswer, BookmarksClient } from "./bookmarks-system.ts";
import { BookmarksSystem } from "./bookmarks-system.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const PAGE = `<!doctype html><html lang="en"><head><title>The island ferry</title>
<meta property="og:site_name" content="Harbour notes"><meta name="author" content="A. Writer">
<meta property="og:image" content="/ferry.jpg"></head><body><nav><a href="/">Home</a></nav><article>
<h1>The island ferry</h1>
<p>The ferry to the island leaves the harbour twice a day, in the morning and in the late afternoon.</p>
<p>In winter the ferry often stays in the harbour, because the waves before the island are too high for it.</p>
<p>Tickets for the ferry are sold at the harbour office, which opens an hour before each departure.</p>
</article></body></html>`;

let site: SimulatedSite;
let system: BookmarksSystem;

beforeAll(async () => {
  site = await startSimulatedSite(() => htmlAnswer(200, PAGE));
  system = await BookmarksSystem.start({ "*": site.origin });
});
afterAll(async () => {
  await system.close();
  await site.close();
});
afterEach(async () => {
  site.clearFaults();
  await system.dropDeadLetters();
});

const fetches = (path: string) => site.requests((request) => request.path === path);

async function save(user: BookmarksClient, path: string): Promise<BookmarkAnswer> {
  const reply = await user.saved(`https://notes.example${path}`);
  expect(reply.status).toBe(201);
  return reply.body;
}

async function failedJobOf(id: string) {
  return (await system.failedJobs()).find((job) => job.bookmark_id === id);
}

describe("an existing page", () => {
  it("is saved at once, and soon done with title, summary and tags", async () => {
    const user = await system.newUser();
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
      image_url: "https://notes.example/ferry.jpg",
      summary: expect.stringMatching(/ferry/),
      tags: expect.arrayContaining(["ferry"]),
      summary_by: "extractive",
      updated_at: expect.stringMatching(TIME),
    });
    expect(fetches("/ferry")).toHaveLength(1);
    expect((await user.call<{ bookmarks: BookmarkAnswer[] }>("GET", "/v1/bookmarks")).body.bookmarks).toEqual([done]);
  });

  it("is processed again on demand, once at a time, and changes with the page", async () => {
    const user = await system.newUser();
    const { id } = await save(user, "/again");
    await user.bookmarkIn(id, "done");
    site.fault("/again", { kind: "slow_headers", ms: 1_000 }, 1);
    const first = await user.call<BookmarkAnswer>("POST", `/v1/bookmarks/${id}/reprocess`);
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({ id, status: "retrying" });
    const second = await user.call<Problem>("POST", `/v1/bookmarks/${id}/reprocess`);
    expect([second.status, second.body.code]).toEqual([409, "already_processing"]);
    expect(await user.bookmarkIn(id, "done")).toMatchObject({ title: "The island ferry" });
    expect(fetches("/again")).toHaveLength(2);
  });

  it("is gone after a delete during its processing, and is not restored", async () => {
    const user = await system.newUser();
    site.fault("/deleted", { kind: "slow_headers", ms: 1_000 }, 1);
    const { id } = await save(user, "/deleted");
    await until(
      "it is fetched",
      () => fetches("/deleted").length,
      (count) => count > 0,
    );
    expect((await user.call("DELETE", `/v1/bookmarks/${id}`)).status).toBe(204);
    await system.queueIsIdle();
    expect((await user.call("GET", `/v1/bookmarks/${id}`)).status).toBe(404);
    expect((await user.call<{ bookmarks: unknown[] }>("GET", "/v1/bookmarks")).body.bookmarks).toEqual([]);
  });

  it("is done after one transient failure, not before the site's Retry-After, and was shown as retrying meanwhile", async () => {
    const user = await system.newUser();
    // Four seconds, scaled; without the header the first wait is two minutes plus up to 50 %, scaled 1.8 s.
    site.fault("/passing", { kind: "status", status: 503, retryAfter: 400 }, 1);
    const { id } = await save(user, "/passing");
    expect(await user.bookmarkIn(id, "retrying", "done", "failed")).toMatchObject({
      status: "retrying",
      error_message: null,
    });
    await user.bookmarkIn(id, "done");
    const [first, second] = fetches("/passing").map(({ at }) => at);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(3_990);
  });
});

describe("a missing page", () => {
  it("fails at once with the reason, as a failed job that is not retryable, without a dead letter", async () => {
    const user = await system.newUser();
    site.fault("/missing", { kind: "status", status: 404 });
    const { id } = await save(user, "/missing");
    const failed = await user.bookmarkIn(id, "failed");
    expect(failed).toMatchObject({ error_message: expect.stringMatching(/^not_found: /), can_retry: true });
    await system.queueIsIdle();
    expect(fetches("/missing")).toHaveLength(1);
    expect(await system.deadLetters()).toEqual([]);
    expect(await failedJobOf(id)).toMatchObject({ job_type: "extraction", retryable: false });
    expect((await system.failedJobs(true)).map((job) => job.bookmark_id)).not.toContain(id);
  });
});

describe("a site that answers 503 four times", () => {
  it("leaves failed bookmarks that their user, an administrator and a redrive each finish once", async () => {
    const user = await system.newUser();
    const paths = ["/by-user", "/by-admin", "/by-redrive"] as const;
    site.fault("/by-", { kind: "status", status: 503 });
    const saved: BookmarkAnswer[] = [];
    for (const path of paths) saved.push(await save(user, path));
    const [byUser = "", byAdmin = "", byRedrive = ""] = saved.map(({ id }) => id);
    for (const { id } of saved) {
      expect(await user.bookmarkIn(id, "done", "failed")).toMatchObject({
        status: "failed",
        llm_status: "failed",
        error_message: expect.stringMatching(/^upstream_error: /),
        can_retry: true,
        summary: null,
      });
    }
    await until(
      "three dead letters and nothing else",
      () => system.queue(),
      (queue) => queue.dlq_depth === 3 && queue.depth + queue.in_flight === 0,
    );
    expect(await system.queue()).toMatchObject({ name: "bookmark-processing", depth: 0, in_flight: 0, dlq_depth: 3 });
    for (const path of paths) expect(fetches(path)).toHaveLength(4);
    const letters = await system.deadLetters();
    expect(letters).toHaveLength(3);
    const jobs = (await system.failedJobs(true)).filter((job) => saved.some(({ id }) => id === job.bookmark_id));
    expect(jobs).toHaveLength(3);
    for (const job of jobs) {
      expect(job).toMatchObject({ job_type: "extraction", retryable: true, failed_at: expect.stringMatching(TIME) });
      // The dead letters are the messages that failed.
      const { original_request: request, ...message } = job.payload;
      expect(letters).toContainEqual(message);
      expect(request).toEqual({ url: message.url, idempotency_key: expect.any(String) });
    }

    site.clearFaults();
    expect((await user.call("POST", `/v1/bookmarks/${byUser}/reprocess`)).status).toBe(202);
    const job = await failedJobOf(byAdmin);
    expect((await user.call("POST", `/v1/failed-jobs/${job?.id}/retry`)).status).toBe(403);
    expect((await system.admin.call("POST", `/v1/failed-jobs/${job?.id}/retry`)).status).toBe(202);
    expect((await system.admin.call("POST", `/v1/failed-jobs/${job?.id}/retry`)).status).toBe(404);
    const done = [await user.bookmarkIn(byUser, "done"), await user.bookmarkIn(byAdmin, "done")];
    expect(done).toEqual(done.map((bookmark) => ({ ...bookmark, title: "The island ferry", error_message: null })));
    expect((await user.bookmark(byRedrive)).status).toBe("failed");

    // Their dead letters are still there, and are redriven with the third.
    expect((await system.redrive()).status).toBe(202);
    expect(await user.bookmarkIn(byRedrive, "done")).toMatchObject({ title: "The island ferry", can_retry: false });
    await until(
      "all three messages are gone",
      () => system.queue(),
      ({ depth, in_flight, dlq_depth }) => depth + in_flight + dlq_depth === 0,
    );
    for (const path of paths) expect(fetches(path)).toHaveLength(5);
    expect([await user.bookmark(byUser), await user.bookmark(byAdmin)]).toEqual(done);
    for (const { id } of saved) expect(await failedJobOf(id)).toBeUndefined();
  });
});

describe("operations", () => {
  it("show the queue to administrators only", async () => {
    const member = await system.newUser();
    for (const path of ["/v1/ops/queues", "/v1/failed-jobs"]) {
      const reply = await member.call<Problem>("GET", path);
      expect([reply.status, reply.body.code]).toEqual([403, "forbidden"]);
    }
  });
});
