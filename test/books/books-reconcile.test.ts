import { expect, it } from "vitest";
import { reconcilableRuns } from "../../lambdas/books/reconcile.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { admin, oneByOne, operatorOfEachTest, world } from "./operator-of-tests.ts";

capturedLog();
operatorOfEachTest();

const fire = () => reconcile([reconcilableRuns(world, world.collectQueue)], "run-1", world.clock);
const nothing = { resent: 0, completed: 0, given_up: 0, errors: 0 };

it("reconcile resends nothing that is not overdue, and ignores jobs without a run in progress", async () => {
  await admin.create("idle");
  await admin.create("done", { max_per_run: 1 });
  await admin.run("done", oneByOne());
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
