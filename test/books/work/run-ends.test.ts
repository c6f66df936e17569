import { beforeEach, describe, expect, it, vi } from "vitest";
import { QuotaTable } from "../../../lambdas/books/tables/quota-table.ts";
import type { OutboundFetch, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { testClock } from "../../emulators/test-clock.ts";
import { API_KEY, collector, volume, volumesAnswer } from "../books-world.ts";
import { admin, operatorOfEachTest, world } from "../operator-of-tests.ts";
import { scripted } from "./google-of-tests.ts";

const log = capturedLog();
operatorOfEachTest();

const PAGE = volumesAnswer([volume("a")], 1_000);
const refusal = (status: number, reason = "") => ({
  ...volumesAnswer([]),
  status,
  body: Buffer.from(JSON.stringify({ error: { code: status, message: "", errors: [{ reason }] } })),
});

/** A run of two requests at most, to which Google answers these. */
async function run(...answers: readonly OutboundResponse[]) {
  return admin.run("lights", collector(world, scripted(...answers).fetch));
}

beforeEach(async () => {
  await admin.create("lights", { max_per_run: 2 });
});

describe("the log of the end of a run", () => {
  it("is a warning with the code after an error, without one about an exhausted search", async () => {
    const { id, query_set_hash: hash } = await run(PAGE, refusal(400));
    expect(log.lines("run_finished")).toEqual([
      expect.objectContaining({
        level: "WARN",
        job: "lights",
        run_id: id,
        kind: "collect",
        max_per_run: 2,
        stop_reason: "error",
        start_index: 1,
        collected: 1,
        stored: 1,
        query_set_hash: hash.slice(0, 16),
        code: "google_bad_request",
      }),
    ]);
    expect(log.lines("run_finished")[0]).not.toHaveProperty("exhausted_by");
  });

  it("is a warning after a search was exhausted, with the cause", async () => {
    await run(volumesAnswer([volume("a")], 1));
    expect(log.lines("run_finished")).toMatchObject([
      { level: "WARN", stop_reason: "exhausted", exhausted_by: "total", total_items: 1 },
    ]);
  });

  it("is no warning after the run's own limit, nor after a check for new publications", async () => {
    await run(PAGE, volumesAnswer([volume("b")], 1_000));
    expect(log.lines("run_finished")).toMatchObject([{ level: "INFO", stop_reason: "max_per_run" }]);
    await admin.create("checked", { max_per_run: 2 });
    await admin.run("checked", collector(world, scripted(volumesAnswer([volume("a")], 1)).fetch));
    const check = collector(world, scripted(volumesAnswer([volume("a")], 1)).fetch);
    await admin.run("checked", check, { kind: "check_for_new" });
    expect(log.lines("run_finished").at(-1)).toMatchObject({
      level: "INFO",
      kind: "check_for_new",
      stop_reason: "exhausted",
    });
  });

  it("names Google's quota that was reached", async () => {
    await run(refusal(403, "userRateLimitExceeded"));
    expect(log.lines("books_quota_reached")).toMatchObject([{ level: "INFO", job: "lights", limit: "minute" }]);
  });

  it("names our own quota, and none after any other end", async () => {
    await run(refusal(400));
    expect(log.lines("books_quota_reached")).toEqual([]);
    const worker = collector(world, scripted().fetch, { quota: new QuotaTable(dynamo.client, "books", 0) });
    await admin.run("lights", worker);
    expect(log.lines("books_quota_reached")).toMatchObject([{ limit: "own" }]);
  });

  it("has no page number for a failed request", async () => {
    await run(PAGE, refusal(400));
    expect(log.lines("books_page")).toMatchObject([{ job: "lights", page: 1, start_index: 0, returned: 1, stored: 1 }]);
  });

  it("names the run of a message that is too late, and of a lost lease", async () => {
    const message = await admin.requestRun("lights");
    const gone: OutboundFetch = async () => {
      await admin.delete("lights");
      return PAGE;
    };
    const worker = collector(world, gone);
    await worker.receive(message);
    const about = { job: "lights", run_id: message.runId };
    expect(log.lines("run_lease_lost")).toMatchObject([{ level: "WARN", ...about }]);
    await worker.receive(message);
    expect(log.lines("run_not_needed")).toMatchObject([{ ...about, correlation_id: expect.any(String) }]);
  });
});

it("a run that fails keeps the total of its last page", async () => {
  await run(PAGE, refusal(400));
  expect(await admin.cursors("lights")).toMatchObject([
    { start_index: 1, last_total_items: 1_000, exhausted_by: null },
  ]);
});

it("a run that is continued adds to its numbers of requested, collected and stored items", async () => {
  const message = await admin.requestRun("lights");
  expect(await collector(world, scripted(PAGE, new Error("a bug")).fetch).receive(message)).toBe(false);
  const { fetch, requested } = scripted(volumesAnswer([volume("b")], 1_000));
  expect(await collector(world, fetch).receive(message, 2)).toBe(true);
  expect(requested).toHaveLength(1);
  expect(await admin.runs("lights")).toMatchObject([
    {
      stop_reason: "max_per_run",
      requests: [{ start_index: 0 }, { start_index: 1 }],
      collected: 2,
      stored: 2,
      start_index: 2,
    },
  ]);
});

it("the lease of a run is as long as the stage's waits are, and reconcile waits until after its end", async () => {
  const clock = testClock(0.01);
  const leases: number[] = [];
  const { take } = world.jobs;
  world.jobs.take = async (name, runId, lease) => {
    leases.push(...[lease.until, lease.reconcileAt].map((moment) => moment.getTime() - clock.now().getTime()));
    return take.call(world.jobs, name, runId, lease);
  };
  const message = await admin.requestRun("lights");
  await collector({ ...world, clock }, scripted(PAGE, PAGE).fetch).receive(message);
  expect(leases).toEqual([600, 6_600]);
});

it.each([
  [400, "keyInvalid", 1],
  [403, "API_KEY_SERVICE_BLOCKED", 1],
  [403, "accessNotConfigured", 1],
  [403, "", 1],
  [400, "invalidParameter", 0],
  [403, "unknownLocation", 0],
  [403, "dailyLimitExceeded", 0],
])("after Google's %i %s the key is forgotten %i times", async (status, reason, times) => {
  const apiKey = { read: async () => API_KEY, forget: vi.fn() };
  await admin.run("lights", collector(world, scripted(refusal(status, reason)).fetch, { apiKey }));
  expect(apiKey.forget).toHaveBeenCalledTimes(times);
});

it("queries that are all blank end the run at once, and no key is read", async () => {
  await admin.create("blank", { queries: ["a"] });
  const { get } = world.jobs;
  const job = await get.call(world.jobs, "blank");
  const change = { changeId: "change-1", dueAt: undefined, resetCursors: false, now: world.clock.now() };
  if (job !== null) await world.jobs.replace(job, { ...job, queries: [" "] }, change);
  const apiKey = { read: vi.fn(), forget: () => undefined };
  const ended = await admin.run("blank", collector(world, scripted().fetch, { apiKey }));
  expect(ended).toMatchObject({ requests: [], stop_reason: "error", error: { code: "no_queries" } });
  expect(apiKey.read).not.toHaveBeenCalled();
});
