import { beforeEach, describe, expect, it } from "vitest";
import type { Job } from "../../../lambdas/books/domain/job.ts";
import { JobTable } from "../../../lambdas/books/tables/job-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { SETTINGS, sampleActive, sampleJob } from "../sample-jobs.ts";
import { ended, jobsOf, later, waiting } from "./jobs-of-tests.ts";

// The list of jobs and the entries of schedules hold all jobs of a table.
dynamoOfEachTest();

let jobs: JobTable;

beforeEach(() => {
  jobs = new JobTable(dynamo.client, "books");
});

const { saved, running, entries } = jobsOf(() => jobs);

describe("the entries of schedules", () => {
  it("hold the jobs on which a schedule may have to act by now", async () => {
    await saved({ name: "soon", dueAt: later.toISOString() });
    await saved({ name: "off", enabled: false });
    expect([await entries(START), (await entries(later)).map(({ job }) => job.name)]).toEqual([[], ["soon"]]);
  });

  it("move to the next action, and are removed without one", async () => {
    const tomorrow = at(24 * 60 * MINUTE).toISOString();
    const job = await saved();
    await jobs.requestRun(job, waiting, tomorrow);
    await jobs.giveUp("birds", ended, START);
    const [entered] = await entries(START);
    expect(await jobs.moveEntry(entered as never, START)).toBe(true);
    expect([await entries(START), (await entries(at(24 * 60 * MINUTE))).length]).toEqual([[], 1]);
    const [moved] = await entries(at(24 * 60 * MINUTE));
    expect(await jobs.moveEntry(moved as never, START)).toBe(false);
    const off = await jobs.replace(
      (moved as { job: Job }).job,
      { ...SETTINGS, enabled: false },
      { changeId: "change-1", dueAt: undefined, resetCursors: false, now: START },
    );
    expect(await jobs.moveEntry({ job: off as Job, entry: START.toISOString() }, START)).toBe(true);
    expect(await entries(at(365 * 24 * 60 * MINUTE))).toEqual([]);
  });

  it("stay at any past time while a run is in progress, and come from the future to its request", async () => {
    await jobs.requestRun(await saved(), waiting);
    const job = (await jobs.get("birds")) as Job;
    expect(await jobs.moveEntry({ job, entry: at(-MINUTE).toISOString() }, START)).toBe(false);
    expect(await jobs.moveEntry({ job, entry: later.toISOString() }, later)).toBe(false);
    expect(await jobs.moveEntry({ job, entry: later.toISOString() }, START)).toBe(true);
    expect(await jobs.moveEntry({ job, entry: null }, START)).toBe(true);
    expect(await entries(START)).toMatchObject([{ entry: START.toISOString() }]);
  });

  it.each<[what: string, changes: Partial<Job>]>([
    ["is due at another time", { dueAt: later.toISOString() }],
    ["was changed", { changeId: "change-1" }],
    ["has a run", { active: waiting }],
  ])("don't move for a job that %s now", async (_what, changes) => {
    await saved(changes);
    expect(await jobs.moveEntry({ job: sampleJob(), entry: null }, START)).toBe(false);
  });

  it("don't move for a job whose run has ended or is another one", async () => {
    const seen = sampleJob({ active: sampleActive("run-0", later) });
    await saved({ active: waiting });
    expect(await jobs.moveEntry({ job: seen, entry: null }, START)).toBe(false);
    await jobs.giveUp("birds", ended, START);
    expect(await jobs.moveEntry({ job: seen, entry: null }, START)).toBe(false);
  });
});

describe("overdue runs", () => {
  it("are listed with the longest overdue first, within the limit", async () => {
    for (const [name, minute] of [
      ["apes", 9],
      ["bees", 7],
      ["cats", 8],
    ] as const) {
      await jobs.requestRun(await saved({ name, id: name }), sampleActive(name, at(minute * MINUTE)));
    }
    await saved({ name: "idle" });
    const overdue = async (now: Date, limit: number) => (await jobs.overdue(now, limit)).map(({ name }) => name);
    expect(await overdue(at(7 * MINUTE - 1), 9)).toEqual([]);
    expect(await overdue(at(8 * MINUTE), 9)).toEqual(["bees", "cats"]);
    expect(await overdue(at(9 * MINUTE), 2)).toEqual(["bees", "cats"]);
    await jobs.postponeReconcile({ name: "bees", workId: "bees" }, at(20 * MINUTE), 1);
    expect(await jobs.overdue(at(20 * MINUTE), 9)).toMatchObject([
      { name: "cats", reconcileRounds: 0, workId: "cats", job: { name: "cats" } },
      { name: "apes" },
      { name: "bees", reconcileRounds: 1 },
    ]);
  });

  it("are not postponed once another run is in progress", async () => {
    await running();
    expect(await jobs.postponeReconcile({ name: "birds", workId: "run-0" }, later, 1)).toBe(false);
    expect(await jobs.get("birds")).toMatchObject({ active: { reconcileRounds: 0 } });
  });
});
