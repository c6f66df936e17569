import { expect, it } from "vitest";
import { capturedLog } from "../../emulators/captured-log.ts";
import { problem } from "../../emulators/feature-api.ts";
import { admin, operatorOfEachTest, send, world } from "../operator-of-tests.ts";

capturedLog();
operatorOfEachTest();

const run = (name: string) => send({ route: "POST /v1/jobs/{name}/run", params: { name } });

/** Lets something happen between the read and the write of each of the next requests for a run. */
function beforeWrite(times: number, meanwhile: () => Promise<unknown>): void {
  const { requestRun } = world.jobs;
  let left = times;
  world.jobs.requestRun = async (...args) => {
    left -= 1;
    if (left >= 0) await meanwhile();
    return requestRun.apply(world.jobs, args);
  };
}

it("runs a job that is created again meanwhile, once", async () => {
  await admin.create("again");
  beforeWrite(1, async () => {
    await admin.delete("again");
    await admin.create("again", { queries: ["whales"] });
  });
  const { status, body } = await run("again");
  expect(status).toBe(202);
  expect((await admin.job("again")).last_run).toMatchObject({ id: body.run_id });
  expect(world.collectQueue.sent.map(({ message }) => message.runId)).toEqual([body.run_id]);
});

it("is refused when another request has entered a run meanwhile", async () => {
  await admin.create("raced");
  beforeWrite(1, () => run("raced"));
  expect(await run("raced")).toEqual(problem(409, "run_in_progress"));
  expect(world.collectQueue.sent).toHaveLength(1);
});

it("runs no job that is deleted meanwhile", async () => {
  await admin.create("gone");
  beforeWrite(1, () => admin.delete("gone"));
  expect(await run("gone")).toEqual(problem(404, "not_found"));
  expect(world.collectQueue.sent).toEqual([]);
});

it.each([
  [4, 202],
  [5, 503],
])("reads a job again that changed %i times, and answers %i", async (times, status) => {
  await admin.create("changing");
  let left = times;
  const { requestRun } = world.jobs;
  world.jobs.requestRun = async (...args) => {
    left -= 1;
    return left < 0 && requestRun.apply(world.jobs, args);
  };
  expect((await run("changing")).status).toBe(status);
  expect(world.collectQueue.sent).toHaveLength(status === 202 ? 1 : 0);
});
