import { beforeEach, describe, expect, it } from "vitest";
import { runDueJobs } from "../../lambdas/books/on-schedule.ts";
import { reconcilableRuns } from "../../lambdas/books/reconcile.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import type { Collector } from "./books-world.ts";
import { collector, volumesAnswer } from "./books-world.ts";
import { admin, operatorOfEachTest, world } from "./operator-of-tests.ts";

const HOUR = 60 * MINUTE;

const log = capturedLog();
operatorOfEachTest();

let worker: Collector;

beforeEach(() => {
  worker = collector(world, async () => volumesAnswer([], 0));
});

const fire = () => runDueJobs(world, "schedule-1");
const sentFor = () => world.collectQueue.sent.splice(0).map(({ message }) => message.jobName);
/** Lets the worker process the messages in the queue. */
async function work(): Promise<void> {
  for (const { message } of world.collectQueue.sent.splice(0)) await worker.receive(message);
}

describe("the schedule books-due", () => {
  it("starts the jobs that are enabled and due, and no others", async () => {
    await admin.create("due", { schedule: "daily" });
    await admin.create("due-too", { schedule: "hourly", max_per_run: 0 });
    await admin.create("disabled", { schedule: "hourly", enabled: false });
    await admin.create("unscheduled");
    await admin.create("later", { schedule: "hourly" });
    await admin.run("later", worker);
    world.collectQueue.sent.length = 0;
    expect(await fire()).toEqual({ due: 2, started: 2 });
    const sent = (jobName: string) => ({
      message: { schemaVersion: 1, jobName, runId: expect.any(String) },
      correlationId: "schedule-1",
    });
    expect(world.collectQueue.sent).toHaveLength(2);
    expect(world.collectQueue.sent).toEqual(expect.arrayContaining([sent("due"), sent("due-too")]));
    expect(await admin.runs("due")).toMatchObject([{ status: "running" }]);
    expect(await fire()).toEqual({ due: 0, started: 0 });
  });

  it("starts a job at its time, and not before", async () => {
    await admin.create("timed", { schedule: "hourly" });
    await fire();
    await work();
    world.clock.forward(HOUR - 1);
    expect(await fire()).toEqual({ due: 0, started: 0 });
    world.clock.forward(1);
    expect(await fire()).toEqual({ due: 1, started: 1 });
  });

  it("starts a job that missed several times once, and again one interval later", async () => {
    await admin.create("missed", { schedule: "hourly" });
    world.clock.forward(100 * HOUR + 7 * MINUTE);
    expect(await fire()).toEqual({ due: 1, started: 1 });
    await work();
    expect(await fire()).toEqual({ due: 0, started: 0 });
    expect((await admin.job("missed")).due_at).toBe(at(101 * HOUR + 7 * MINUTE).toISOString());
    world.clock.forward(HOUR);
    expect(await fire()).toEqual({ due: 1, started: 1 });
  });

  it("leaves a job due whose run is in progress, and starts it when that run has ended", async () => {
    await admin.create("busy", { schedule: "hourly" });
    await fire();
    world.clock.forward(2 * HOUR);
    expect(await fire()).toEqual({ due: 1, started: 0 });
    const { due_at: due } = await admin.job("busy");
    expect(due).toBe(at(HOUR).toISOString());
    expect(sentFor()).toHaveLength(1);
    await worker.receive({ schemaVersion: 1, jobName: "busy", runId: (await admin.runs("busy"))[0]?.id });
    expect(await fire()).toEqual({ due: 1, started: 1 });
    expect(sentFor()).toEqual(["busy"]);
  });

  it("continues with the other jobs when the queue fails", async () => {
    for (const name of ["a", "b"]) await admin.create(name, { schedule: "daily" });
    world.collectQueue.failure = new Error("queue away");
    expect(await fire()).toEqual({ due: 2, started: 2 });
    for (const name of ["a", "b"]) expect(await admin.runs(name)).toMatchObject([{ status: "running" }]);
  });

  it("starts the jobs that are due although the entry of another one can't be moved", async () => {
    await admin.create("stuck", { schedule: "daily" });
    await admin.run("stuck", worker);
    world.collectQueue.sent.length = 0;
    await admin.create("due", { schedule: "daily" });
    world.clock.forward(MINUTE);
    const moveEntry = () => Promise.reject(new Error("not this one"));
    const jobs = Object.assign(Object.create(world.jobs), { moveEntry });
    await expect(runDueJobs({ ...world, jobs }, "schedule-1")).rejects.toThrow("not this one");
    expect(sentFor()).toEqual(["due"]);
    expect(log.lines("job_entry_not_moved")).toMatchObject([{ job: "stuck", correlation_id: "schedule-1" }]);
  });

  it("reads no job on which it need not act", async () => {
    for (const name of ["later", "later-too"]) await admin.create(name, { schedule: "weekly" });
    await admin.create("unscheduled");
    await admin.create("disabled", { schedule: "hourly", enabled: false });
    const requests = async () => {
      dynamo.requests.length = 0;
      await fire();
      return dynamo.requests.splice(0);
    };
    await fire();
    await work();
    // The jobs whose runs have ended: their entries move to their next times.
    expect(await requests()).toEqual(["QueryCommand", "BatchGetItemCommand", "UpdateItemCommand", "UpdateItemCommand"]);
    world.clock.forward(5 * MINUTE);
    expect(await requests()).toEqual(["QueryCommand"]);
    expect((await reconcilableRuns(world, world.collectQueue).overdue(10)).length).toBe(0);
  });

  it("starts a job by the schedule that has replaced another, and none that was disabled or unscheduled", async () => {
    await admin.create("sooner", { schedule: "weekly" });
    await admin.create("disabled", { schedule: "hourly" });
    await admin.create("unscheduled", { schedule: "hourly" });
    await fire();
    await work();
    await fire();
    const change = (name: string, settings: object) => admin.replace(name, { queries: ["lighthouses"], ...settings });
    world.clock.forward(MINUTE);
    await change("sooner", { schedule: "daily" });
    await change("disabled", { schedule: "hourly", enabled: false });
    await change("unscheduled", {});
    expect(await fire()).toEqual({ due: 1, started: 1 });
    expect(sentFor()).toEqual(["sooner"]);
    world.clock.forward(2 * HOUR);
    await change("disabled", { schedule: "hourly" });
    expect(await fire()).toMatchObject({ started: 1 });
    expect(sentFor()).toEqual(["disabled"]);
  });
});
