import { describe, expect, it } from "vitest";
import type { Cursor, FailedRuns, Job, Run } from "../../../lambdas/books/domain/job.ts";
import {
  canReopen,
  endedRun,
  failedRunsAfter,
  failuresAfter,
  givenUpRun,
  isDue,
  isFailing,
  isStuck,
  JOB_NAME,
  newJob,
  newRun,
  nextActionAt,
  nextCheckAt,
  nextDue,
  scheduledKind,
  waitingRun,
} from "../../../lambdas/books/domain/job.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { SETTINGS, sampleActive, sampleCursor, sampleJob, sampleRun } from "../sample-jobs.ts";

const HOUR = 60 * MINUTE;
const later = at(MINUTE);

describe("a job's name", () => {
  it.each(["a", "7", "birds-and-bees", "a-", "x".repeat(64)])("may be %j", (name) => {
    expect(JOB_NAME.test(name)).toBe(true);
  });

  it.each(["", "-a", "A", "a b", "a_b", "鳥", "x".repeat(65), "birds\n", " birds"])("can't be %j", (name) => {
    expect(JOB_NAME.test(name)).toBe(false);
  });
});

describe("a new job", () => {
  it.each([
    { schedule: "daily", dueAt: START.toISOString() },
    { schedule: null, dueAt: null },
  ] as const)("with the schedule $schedule is due at $dueAt, and has nothing behind it", ({ schedule, dueAt }) => {
    expect(newJob("birds", { ...SETTINGS, schedule }, { id: "job-1", at: START })).toEqual({
      ...SETTINGS,
      schedule,
      dueAt,
      name: "birds",
      id: "job-1",
      createdAt: START.toISOString(),
      updatedAt: START.toISOString(),
      changeId: null,
      cursors: [],
      resets: 0,
      active: null,
      lastRun: null,
      failures: null,
      failedRuns: null,
    });
  });
});

describe("a schedule", () => {
  it.each([
    { schedule: "hourly", due: at(2 * HOUR) },
    { schedule: "daily", due: at(48 * HOUR) },
    { schedule: "weekly", due: at(336 * HOUR) },
    { schedule: null, due: null },
  ] as const)("that is $schedule is due at $due after a run at the start, at half the pace", ({ schedule, due }) => {
    expect(nextDue(schedule, START, (milliseconds) => 2 * milliseconds)).toBe(due?.toISOString() ?? null);
  });

  it.each([
    { enabled: true, dueAt: START, now: START, expected: true },
    { enabled: true, dueAt: later, now: START, expected: false },
    { enabled: true, dueAt: null, now: START, expected: false },
    { enabled: false, dueAt: START, now: later, expected: false },
  ])("starts a job of %j", ({ enabled, dueAt, now, expected }) => {
    expect(isDue({ enabled, dueAt: dueAt?.toISOString() ?? null }, now)).toBe(expected);
  });

  it("acts from the request of a run on while it is in progress, else when the job is due", () => {
    const dueAt = later.toISOString();
    const active = sampleActive("run-1", at(HOUR));
    expect(nextActionAt({ active, enabled: false, dueAt })).toBe(START.toISOString());
    expect(nextActionAt({ active: null, enabled: true, dueAt })).toBe(dueAt);
    expect(nextActionAt({ active: null, enabled: false, dueAt })).toBeNull();
  });

  const exhausted: Cursor = { ...sampleCursor(90), isExhausted: true, lastUpdatedAt: START.toISOString() };
  const checked: Cursor = { ...exhausted, nextCheckAt: later.toISOString() };

  it.each<[what: string, job: Partial<Job>, cursor: Cursor | undefined, due: Date | null]>([
    ["when its time has come", {}, checked, later],
    ["at once, if it was exhausted before there were checks", {}, exhausted, START],
    ["never, if it is not exhausted", {}, { ...checked, isExhausted: false }, null],
    ["never, if it has no cursor", {}, undefined, null],
    ["never, if the job wants no checks", { checkForNew: false }, checked, null],
    ["never without a schedule", { schedule: null }, checked, null],
  ])("checks a search for new books %s", (_what, changes, cursor, due) => {
    const job = sampleJob(changes);
    expect(nextCheckAt(job, cursor)).toBe(due?.toISOString() ?? null);
    if (due !== null) expect(scheduledKind(job, cursor, due)).toBe("check_for_new");
    expect(scheduledKind(job, cursor, at(-1))).toBe("collect");
    expect(scheduledKind(job, cursor, at(HOUR))).toBe(due === null ? "collect" : "check_for_new");
  });
});

describe("a run", () => {
  it("begins at its cursor, or at the beginning", () => {
    const begun = { querySetHash: "hash-1", kind: "check_for_new" } as const;
    const run = newRun("run-1", START, { ...begun, cursor: { ...sampleCursor(40), isExhausted: true } });
    expect(run).toEqual({
      ...begun,
      id: "run-1",
      startedAt: START.toISOString(),
      finishedAt: null,
      requests: [],
      collected: 0,
      stored: 0,
      stopReason: null,
      startIndex: 40,
      isExhausted: true,
      error: null,
    });
    expect(newRun("run-1", START, { ...begun, cursor: undefined })).toMatchObject({
      startIndex: 0,
      isExhausted: false,
    });
  });

  it("waits for its worker without a lease", () => {
    const run = sampleRun();
    expect(waitingRun(run, later)).toEqual({ run, lease: null, reconcileAt: later.toISOString(), reconcileRounds: 0 });
  });

  it("ends with its reason and time", () => {
    const finishedAt = later.toISOString();
    expect(endedRun(sampleRun(), "quota", later)).toEqual({ ...sampleRun(), stopReason: "quota", finishedAt });
    const error = { code: "not_json", message: "Look." };
    expect(endedRun(sampleRun(), "error", later, error)).toMatchObject({ stopReason: "error", error, finishedAt });
  });

  it("that was given up may be executed again while it is the job's last one", () => {
    const lastRun = givenUpRun(sampleRun(), "attempts_used_up", later);
    expect(lastRun).toMatchObject({ stopReason: "error", finishedAt: later.toISOString() });
    expect(lastRun.error?.message).toContain("attempts_used_up");
    expect(canReopen(sampleJob({ lastRun }), "run-1")).toBe(true);
    expect(canReopen(sampleJob({ lastRun }), "run-0")).toBe(false);
    expect(canReopen(sampleJob({ lastRun, active: sampleActive("run-2", later) }), "run-1")).toBe(false);
    const other = endedRun(sampleRun(), "error", later, { code: "not_json", message: "Look." });
    for (const ended of [other, endedRun(sampleRun(), "quota", later), null]) {
      expect(canReopen(sampleJob({ lastRun: ended }), "run-1")).toBe(false);
    }
  });
});

/** A run that failed, or ended otherwise, after a request. */
const ended = (id: string, stopReason: Run["stopReason"], changes: Partial<Run> = {}): Run => ({
  ...endedRun(sampleRun(id), stopReason, later),
  requests: [{ startIndex: 0, maxResults: 40 }],
  ...changes,
});

describe("failures at one position", () => {
  it("are counted while nothing moves, and make the cursor stuck at the third", () => {
    const position = { querySetHash: "hash-1", startIndex: 0 };
    expect(failuresAfter(null, ended("run-1", "error"))).toEqual({ ...position, count: 1 });
    const twice = failuresAfter({ ...position, count: 1 }, ended("run-2", "error"));
    expect(twice).toEqual({ ...position, count: 2 });
    const thrice = { ...position, count: 3 };
    const stuck = [null, twice, thrice].map((failures) => isStuck({ failures }, "hash-1"));
    expect(stuck).toEqual([false, false, true]);
    expect(isStuck({ failures: thrice }, "hash-2")).toBe(false);
  });

  it.each<[what: string, changes: Partial<Run>]>([
    ["index", { startIndex: 40 }],
    ["search", { querySetHash: "hash-2" }],
  ])("are counted from the beginning at another %s", (_what, changes) => {
    const failures = { querySetHash: "hash-1", startIndex: 0, count: 2 };
    expect(failuresAfter(failures, ended("run-2", "error", changes))).toMatchObject({ ...changes, count: 1 });
  });

  it("are cleared by any other end", () => {
    const failures = { querySetHash: "hash-1", startIndex: 0, count: 2 };
    expect(failuresAfter(failures, ended("run-2", "quota"))).toBeNull();
  });
});

describe("failed runs in a row", () => {
  const twice: FailedRuns = { firstRunId: "run-1", lastRunId: "run-2", count: 2 };

  it("are counted wherever they stood, each once, and make the job failing at the third", () => {
    const once = failedRunsAfter(null, ended("run-1", "error"));
    expect(once).toEqual({ firstRunId: "run-1", lastRunId: "run-1", count: 1 });
    expect(failedRunsAfter(once, ended("run-2", "error", { startIndex: 40 }))).toEqual(twice);
    expect(failedRunsAfter(twice, ended("run-2", "error"))).toEqual(twice);
    expect([isFailing(twice), isFailing({ ...twice, count: 3 })]).toEqual([false, true]);
  });

  it("end with a run that made a request, and stay as they are after one that made none", () => {
    expect(failedRunsAfter(twice, ended("run-3", "quota"))).toBeNull();
    expect(failedRunsAfter(twice, ended("run-3", "quota", { requests: [] }))).toEqual(twice);
  });
});
