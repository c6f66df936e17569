import { expect, it } from "vitest";
import { until } from "../until.ts";
import type { BookmarkAnswer } from "./bookmarks-system.ts";
import { ferryWorld } from "./ferry-world.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const ferry = ferryWorld();

it("a site that answers 503 four times leaves failed bookmarks that their user, an administrator and a redrive each finish once", async () => {
  const user = await ferry.system.newUser();
  const paths = ["/by-user", "/by-admin", "/by-redrive"] as const;
  ferry.site.fault("/by-", { kind: "status", status: 503 });
  const saved: BookmarkAnswer[] = [];
  for (const path of paths) saved.push(await ferry.save(user, path));
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
    () => ferry.system.queue(),
    (queue) => queue.dlq_depth === 3 && queue.depth + queue.in_flight === 0,
  );
  expect(await ferry.system.queue()).toMatchObject({
    name: "bookmark-processing",
    depth: 0,
    in_flight: 0,
    dlq_depth: 3,
  });
  for (const path of paths) expect(ferry.fetches(path)).toHaveLength(4);
  const letters = await ferry.system.deadLetters();
  expect(letters).toHaveLength(3);
  const jobs = (await ferry.system.failedJobs(true)).filter((job) => saved.some(({ id }) => id === job.bookmark_id));
  expect(jobs).toHaveLength(3);
  for (const job of jobs) {
    expect(job).toMatchObject({ job_type: "extraction", retryable: true, failed_at: expect.stringMatching(TIME) });
    // The dead letters are the messages that failed.
    const { original_request: request, ...message } = job.payload;
    expect(letters).toContainEqual(message);
    expect(request).toEqual({ url: message.url, idempotency_key: expect.any(String) });
  }

  ferry.site.clearFaults();
  expect((await user.call("POST", `/v1/bookmarks/${byUser}/reprocess`)).status).toBe(202);
  const job = await ferry.failedJobOf(byAdmin);
  expect((await user.call("POST", `/v1/failed-jobs/${job?.id}/retry`)).status).toBe(403);
  expect((await ferry.system.admin.call("POST", `/v1/failed-jobs/${job?.id}/retry`)).status).toBe(202);
  expect((await ferry.system.admin.call("POST", `/v1/failed-jobs/${job?.id}/retry`)).status).toBe(404);
  const done = [await user.bookmarkIn(byUser, "done"), await user.bookmarkIn(byAdmin, "done")];
  expect(done).toEqual(done.map((bookmark) => ({ ...bookmark, title: "The island ferry", error_message: null })));
  expect((await user.bookmark(byRedrive)).status).toBe("failed");

  // Their dead letters are still there, and are redriven with the third.
  expect((await ferry.system.redrive()).status).toBe(202);
  expect(await user.bookmarkIn(byRedrive, "done")).toMatchObject({ title: "The island ferry", can_retry: false });
  await until(
    "all three messages are gone",
    () => ferry.system.queue(),
    ({ depth, in_flight, dlq_depth }) => depth + in_flight + dlq_depth === 0,
  );
  for (const path of paths) expect(ferry.fetches(path)).toHaveLength(5);
  expect([await user.bookmark(byUser), await user.bookmark(byAdmin)]).toEqual(done);
  for (const { id } of saved) expect(await ferry.failedJobOf(id)).toBeUndefined();
});
