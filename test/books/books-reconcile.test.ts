import { describe, expect, it } from "vitest";
import { reconcilableRuns } from "../../lambdas/books/reconcile.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { OutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { resend } from "../../lambdas/shared/work/reconcile.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { collector, volume, volumesAnswer } from "./books-world.ts";
import { admin, operatorOfEachTest, world } from "./operator-of-tests.ts";

const log = capturedLog();
operatorOfEachTest();

const reconcilable = () => reconcilableRuns(world, world.collectQueue);
const fire = () => reconcile([reconcilable()], "run-1", world.clock);
const nothing = { resent: 0, completed: 0, given_up: 0, errors: 0 };
const google: OutboundFetch = async ({ url }) =>
  volumesAnswer([volume(`volume-${new URL(url).searchParams.get("startIndex")}`)], 1_000);

describe("reconcile", () => {
  it("resends nothing that is not overdue, and ignores jobs without a run in progress", async () => {
    await admin.create("idle");
    await admin.create("done", { max_per_run: 1 });
    await admin.run("done", collector(world, google));
    await admin.create("waits");
    await admin.requestRun("waits");
    world.clock.forward(10 * MINUTE - 1);
    expect(await fire()).toEqual(nothing);
    world.clock.forward(1);
    expect(await fire()).toEqual({ ...nothing, resent: 1 });
    expect(world.collectQueue.sent.at(-1)).toEqual({
      message: { schemaVersion: 1, jobName: "waits", runId: (await admin.runs("waits"))[0]?.id },
      correlationId: "run-1",
    });
    expect(await fire()).toEqual(nothing);
  });

  it("gives up a run after three rounds, visibly, and the next run continues", async () => {
    await admin.create("lost", { max_per_run: 1 });
    const message = await admin.requestRun("lost");
    const sentAt: number[] = [];
    let minutes = 0;
    while ((await admin.runs("lost"))[0]?.status === "running" && minutes < 1_000) {
      world.clock.forward(10 * MINUTE);
      minutes += 10;
      if ((await fire()).resent > 0) sentAt.push(minutes);
    }
    expect([sentAt, minutes]).toEqual([[10, 30, 70], 150]);
    const [run] = await admin.runs("lost");
    expect(run).toMatchObject({
      id: message.runId,
      stop_reason: "error",
      start_index: 0,
      error: { code: "run_given_up", message: expect.stringContaining("reconcile_gave_up") },
    });
    expect((await admin.job("lost")).last_run).toEqual(run);
    expect(log.lines("reconcile_gave_up")).toMatchObject([{ level: "ERROR", kind: "runs" }]);
    expect(await fire()).toEqual(nothing);
    expect(await admin.run("lost", collector(world, google))).toMatchObject({ collected: 1, start_index: 1 });
    expect(await admin.runs("lost")).toHaveLength(2);
  });

  it("does not change a run that has ended meanwhile", async () => {
    await admin.create("over", { max_per_run: 1 });
    await admin.create("deleted");
    const message = await admin.requestRun("over");
    await admin.requestRun("deleted");
    world.clock.forward(10 * MINUTE);
    const overdue = await reconcilable().overdue(10);
    expect(overdue).toHaveLength(2);
    await collector(world, google).receive(message);
    await admin.delete("deleted");
    const before = [await admin.job("over"), await admin.runs("over")];
    for (const workItem of overdue) {
      await workItem.giveUp("reconcile_gave_up");
    }
    await resend(reconcilable(), overdue, "run-1", () => at(12 * MINUTE));
    expect([await admin.job("over"), await admin.runs("over")]).toEqual(before);
    expect(await world.jobs.get("deleted")).toBeNull();
  });
});
