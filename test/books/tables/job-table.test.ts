import { beforeEach, describe, expect, it } from "vitest";
import type { Failures, Job } from "../../../lambdas/books/domain/job.ts";
import type { LeaseHandle } from "../../../lambdas/books/tables/job-table.ts";
import { JobTable } from "../../../lambdas/books/tables/job-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { SETTINGS, sampleActive, sampleCursor, sampleJob, sampleRun } from "../sample-jobs.ts";
import { ended, jobsOf, later, lease, waiting } from "./jobs-of-tests.ts";

// The list of jobs and the entries of schedules hold all jobs of a table.
dynamoOfEachTest();

let jobs: JobTable;

beforeEach(() => {
  jobs = new JobTable(dynamo.client, "books");
});

const failures: Failures = { querySetHash: "hash-1", startIndex: 40, count: 2 };
const failedRuns = { firstRunId: "run-0", lastRunId: "run-1", count: 2 };
const handle: LeaseHandle = { name: "birds", holder: "worker-1", resets: 0 };

const { saved, running } = jobsOf(() => jobs);

describe("a job", () => {
  it.each<[what: string, changes: Partial<Job>]>([
    ["that nobody has run", {}],
    ["without a schedule", { schedule: null, dueAt: null, notify: true, checkForNew: false }],
    [
      "with everything that a run leaves",
      { changeId: "change-1", resets: 3, active: waiting, lastRun: ended, failures, failedRuns },
    ],
    [
      "with cursors",
      {
        cursors: [
          sampleCursor(40),
          {
            ...sampleCursor(0),
            querySetHash: "hash-2",
            isExhausted: true,
            nextCheckAt: START.toISOString(),
            check: { startIndex: 40, since: START.toISOString() },
          },
        ],
      },
    ],
  ])("%s is read as it was written", async (_what, changes) => {
    const job = await saved(changes);
    expect(await jobs.get("birds")).toEqual(job);
  });

  it("is deleted if it is the one that was read", async () => {
    const job = await saved();
    expect(await jobs.delete({ ...job, id: "job-0" })).toBe(false);
    expect(await jobs.delete(job)).toBe(true);
    expect(await jobs.delete(job)).toBe(false);
    expect(await jobs.get("birds")).toBeNull();
  });
});

describe("replace", () => {
  const settings = {
    ...SETTINGS,
    queries: ["bees"],
    maxPerRun: 7,
    enabled: false,
    schedule: null,
    notify: true,
    checkForNew: false,
  };
  const change = { changeId: "change-1", dueAt: undefined, resetCursors: false, now: later };

  it("resets the cursors and their failures", async () => {
    const job = await saved({ cursors: [sampleCursor(40)], failures, resets: 2 });
    expect(await jobs.replace(job, settings, { ...change, resetCursors: true })).toMatchObject({
      cursors: [],
      failures: null,
      resets: 3,
    });
  });

  it("changes nothing of a job that was changed, deleted or created again since", async () => {
    const job = await saved();
    const once = (await jobs.replace(job, settings, { ...change, now: START })) as Job;
    // The second change has the time of the first one.
    for (const seen of [
      job,
      { ...once, changeId: "change-0" },
      { ...once, updatedAt: later.toISOString() },
      { ...once, id: "job-0" },
    ]) {
      expect(await jobs.replace(seen, SETTINGS, { ...change, changeId: "change-2" })).toBeNull();
    }
    expect(await jobs.replace(once, SETTINGS, { ...change, changeId: "change-2" })).toMatchObject(SETTINGS);
    await jobs.delete(job);
    expect(await jobs.replace(once, SETTINGS, change)).toBeNull();
    expect(await jobs.get("birds")).toBeNull();
  });
});

describe("resetCursors", () => {
  it("deletes the cursors, returns their number, and refuses the writes of an earlier run", async () => {
    await running({ cursors: [sampleCursor(0), { ...sampleCursor(40), querySetHash: "hash-2" }], failures });
    expect(await jobs.resetCursors("birds")).toBe(2);
    expect(await jobs.get("birds")).toMatchObject({ cursors: [], failures: null, resets: 1 });
    expect(await jobs.savePage(handle, sampleRun(), sampleCursor(40))).toBe(false);
    expect(await jobs.finish(handle, ended, sampleCursor(40), null)).toBe(false);
    expect(await jobs.get("birds")).toMatchObject({ cursors: [], active: { run: { id: "run-1" } } });
    // Without a cursor the run may end.
    expect(await jobs.finish(handle, ended, null, null)).toBe(true);
  });

  it("tries again when others reset at the same time, five times", async () => {
    await saved();
    let others = 0;
    let most = 4;
    const busy = new JobTable(dynamo.client, "books");
    busy.get = async (name) => {
      const seen = await jobs.get(name);
      others += 1;
      if (others <= most) await jobs.resetCursors(name);
      return seen;
    };
    expect(await busy.resetCursors("birds")).toBe(0);
    expect(others).toBe(5);
    [others, most] = [0, 9];
    await expect(busy.resetCursors("birds")).rejects.toMatchObject({ code: "temporarily_unavailable" });
    expect(others).toBe(5);
  });
});

describe("a requested run", () => {
  it("moves the due time only if the job is as it was read", async () => {
    const job = await saved();
    const tomorrow = at(24 * 60 * MINUTE).toISOString();
    for (const seen of [
      sampleJob({ dueAt: tomorrow }),
      sampleJob({ updatedAt: later.toISOString() }),
      sampleJob({ changeId: "change-1" }),
    ]) {
      expect(await jobs.requestRun(seen, waiting, tomorrow)).toBe(false);
    }
    expect(await jobs.requestRun(job, waiting, tomorrow)).toBe(true);
    expect(await jobs.get("birds")).toMatchObject({ dueAt: tomorrow, active: waiting });
  });

  it("is not entered when another run has ended since the job was read", async () => {
    const job = await running();
    await jobs.finish(handle, ended, null, null);
    const next = sampleActive("run-2", later);
    for (const lastRun of [null, { ...ended, id: "run-0" }, { ...ended, finishedAt: START.toISOString() }]) {
      expect(await jobs.requestRun({ ...job, lastRun }, next)).toBe(false);
    }
    expect(await jobs.requestRun({ ...job, lastRun: ended }, next)).toBe(true);
  });
});

it("a worker takes and renews the run that was requested, and reconcile waits for it", async () => {
  await jobs.requestRun(await saved(), waiting);
  expect(await jobs.take("birds", "run-0", lease)).toBeNull();
  const taken = { holder: "worker-1", until: lease.until.toISOString() };
  expect(await jobs.take("birds", "run-1", lease)).toMatchObject({
    active: { lease: taken, reconcileAt: at(11 * MINUTE).toISOString() },
  });
  expect(await jobs.renew(handle, { until: at(2 * MINUTE), reconcileAt: at(12 * MINUTE) })).toBe(true);
  const renewed = { lease: { until: at(2 * MINUTE).toISOString() }, reconcileAt: at(12 * MINUTE).toISOString() };
  expect(await jobs.get("birds")).toMatchObject({ active: renewed });
});

describe("the end of a run", () => {
  it.each([
    { given: null, left: null },
    { given: undefined, left: failedRuns },
    { given: { ...failedRuns, count: 3 }, left: { ...failedRuns, count: 3 } },
  ])("leaves failed runs $left of $given", async ({ given, left }) => {
    await running({ failures, failedRuns });
    await jobs.finish(handle, ended, null, { ...failures, count: 3 }, given);
    expect(await jobs.get("birds")).toMatchObject({
      failures: { ...failures, count: 3 },
      failedRuns: left,
      active: null,
    });
    await jobs.requestRun(sampleJob({ lastRun: ended }), waiting);
    await jobs.take("birds", "run-1", lease);
    await jobs.finish(handle, ended, null, null);
    expect(await jobs.get("birds")).toMatchObject({ failures: null, failedRuns: left });
  });
});

describe("a run that is given up", () => {
  it("ends once its worker's lease has expired", async () => {
    await running({ failedRuns });
    expect(await jobs.giveUp("birds", ended, START)).toBe(false);
    expect(await jobs.giveUp("birds", { ...ended, id: "run-0" }, at(MINUTE))).toBe(false);
    expect(await jobs.giveUp("birds", ended, at(MINUTE))).toBe(true);
    expect(await jobs.get("birds")).toMatchObject({ active: null, lastRun: ended, failedRuns });
    expect(await jobs.giveUp("birds", ended, at(MINUTE))).toBe(false);
  });

  it.each([null, { ...failedRuns, count: 3 }])("leaves failed runs %j", async (given) => {
    await running({ failedRuns });
    await jobs.giveUp("birds", ended, later, given);
    expect(await jobs.get("birds")).toMatchObject({ failedRuns: given });
  });
});

describe("a read after a write", () => {
  it("finds what was written", async () => {
    const job = await saved();
    const lagging = new JobTable(laggingClient(dynamo), "books");
    expect(await lagging.get("birds")).toEqual(job);
    expect((await lagging.list({ limit: 9, position: undefined })).items).toEqual([job]);
  });
});
