import { afterEach, describe, expect, it } from "vitest";
import { reconcilableRuns } from "../../lambdas/books/reconcile.ts";
import type { CollectMessage } from "../../lambdas/books/work/request-run.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { OutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { Death } from "../emulators/invocation.ts";
import { invocation } from "../emulators/invocation.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { BooksWorld, Operator } from "./books-world.ts";
import { booksWorld, collector, MAX_RECEIVES, operator } from "./books-world.ts";

capturedLog();
const running: TestDynamo[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((dynamo) => dynamo.close()));
});

interface UnderFire {
  readonly world: BooksWorld;
  readonly admin: Operator;
  /**
   * Receives a message in an invocation that is killed at a call. @returns whether SQS deletes it; "dead" if the invocation
   * was killed
   */
  receive(message: CollectMessage, receiveCount: number, death: Death | null): Promise<boolean | "dead">;
  reconcile(): Promise<unknown>;
}

/** The last receive requests nothing. */
const google: OutboundFetch = async () => {
  throw new Error("Google is requested.");
};

async function underFire(): Promise<UnderFire> {
  const dynamo = await startDynamo();
  running.push(dynamo);
  const world = booksWorld(dynamo);
  const admin = operator(world);
  await admin.create("job");
  return {
    world,
    admin,
    receive(message, receiveCount, death) {
      const living = invocation(dynamo, death);
      const { jobs, runs, books, quota } = booksWorld(living);
      const worker = collector(world, google, { jobs, runs, books, quota });
      return living.answer(() => worker.receive(message, receiveCount));
    },
    reconcile: () => reconcile([reconcilableRuns(world, world.collectQueue)], "run-1", world.clock),
  };
}

function deaths(calls: number): Death[] {
  return (["before", "after"] as const).flatMap((moment) =>
    Array.from({ length: calls }, (_, index): Death => ({ call: index + 1, moment })),
  );
}

describe("a worker that is killed while it gives a run up", () => {
  const calls = 3;

  it("makes exactly the calls at which it is killed", async () => {
    const receive = async (call: number) => {
      const fired = await underFire();
      return fired.receive(await fired.admin.requestRun("job"), MAX_RECEIVES, { call, moment: "before" });
    };
    expect(await receive(calls)).toBe("dead");
    expect(await receive(calls + 1)).toBe(false);
  });

  // The message has used up its receives, and SQS moves it to the DLQ: it is not received again.
  it.each(deaths(calls))("$moment call $call: the run ends with an error, and is listed", async (death) => {
    const fired = await underFire();
    const { admin, world } = fired;
    const message = await admin.requestRun("job");
    world.collectQueue.sent.length = 0;
    expect(await fired.receive(message, MAX_RECEIVES, death)).toBe("dead");
    world.clock.forward(12 * MINUTE);
    await fired.reconcile();
    // The queue also loses the messages of reconcile, until reconcile gives the run up.
    for (let minutes = 0; minutes < 200; minutes += 10) {
      world.clock.forward(10 * MINUTE);
      await fired.reconcile();
    }
    const runs = await admin.runs("job");
    expect(runs).toMatchObject([{ id: message.runId, status: "finished", error: { code: "run_given_up" } }]);
    expect((await admin.job("job")).last_run).toMatchObject({ id: message.runId, status: "finished" });
    // The next request is another run, and the one that was given up stays in the list.
    await admin.requestRun("job");
    expect((await admin.runs("job")).map(({ id, status }) => [id === message.runId, status])).toEqual([
      [false, "running"],
      [true, "finished"],
    ]);
  });
});
