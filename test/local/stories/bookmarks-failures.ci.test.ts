import { afterAll, beforeAll, expect, it } from "vitest";
import type { SimulatedSite } from "../../upstreams/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../upstreams/simulated-site.ts";
import { until } from "../until.ts";
import type { BookmarkAnswer } from "./bookmarks-system.ts";
import { BookmarksSystem } from "./bookmarks-system.ts";
import { FERRY_PAGE } from "./ferry-page.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let site: SimulatedSite;
let system: BookmarksSystem;

beforeAll(async () => {
  site = await startSimulatedSite(() => htmlAnswer(200, FERRY_PAGE));
  system = await BookmarksSystem.start({ "*": site.origin });
});
afterAll(async () => {
  await system.close();
  await site.close();
});

const fetches = (path: string) => site.requests((request) => request.path === path);

async function failedJobOf(id: string) {
  return (await system.failedJobs()).find((job) => job.bookmark_id === id);
}

it("a site that answers 503 four times leaves failed bookmarks that their user, an administrator and a redrive each finish once", async () => {
  const user = await system.newUser();
  const paths = ["/by-user", "/by-admin", "/by-redrive"] as const;
  site.fault("/by-", { kind: "status", status: 503 });
  const saved: BookmarkAnswer[] = [];
  for (const path of paths) {
    const reply = await user.saved(`https://notes.example${path}`);
    expect(reply.status).toBe(201);
    saved.push(reply.body);
  }
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
