import { beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { resend } from "../../lambdas/shared/work/reconcile.ts";
import { scheduledHandler } from "../../lambdas/shared/work/scheduled-handler.ts";
import { fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import { reconcilableStocks } from "../../lambdas/slides/reconcile.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { lambdaContext } from "../emulators/http-event.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import type { SlidesWorld } from "./slides-world.ts";
import { metadata, pendingStock, slidesWorld } from "./slides-world.ts";

const log = capturedLog();
// A run reads all users' stocks, so that each test needs a table of its own.
dynamoOfEachTest();

let world: SlidesWorld;

beforeEach(() => {
  world = slidesWorld(dynamo);
});

function run() {
  const { items: stocks, queue, clock } = world;
  return reconcile([reconcilableStocks(stocks, queue, clock)], "run-1", clock);
}

async function saved(user = "alice"): Promise<Stock> {
  const stock = pendingStock(user);
  await world.items.create(stock, "creation-1");
  return stock;
}

const nothing = { resent: 0, completed: 0, given_up: 0, errors: 0 };

describe("a run", () => {
  it("resends the message of an overdue stock and counts the round", async () => {
    const stock = await saved();
    world.clock.forward(10 * MINUTE);
    expect(await run()).toEqual({ ...nothing, resent: 1 });
    expect(world.queue.sent).toEqual([{ message: fetchMessageOf(stock), correlationId: "run-1" }]);
    expect(await world.items.get(stock)).toMatchObject({
      status: "pending",
      reconcileRounds: 1,
      reconcileAt: at(30 * MINUTE).toISOString(),
    });
    // The next run has nothing to do until the longer grace period is over.
    expect(await run()).toEqual(nothing);
  });

  it("gives up after the third round, visibly", async () => {
    const stock = await saved();
    await world.items.postponeReconcile(stock, world.clock.now(), 3);
    expect(await run()).toEqual({ ...nothing, given_up: 1 });
    expect(await world.items.get(stock)).toMatchObject({
      status: "failed",
      failure: { code: "reconcile_gave_up" },
      reconcileAt: null,
    });
    expect(log.lines("reconcile_gave_up")).toEqual([expect.objectContaining({ level: "ERROR", kind: "stocks" })]);
    expect(await run()).toEqual(nothing);
  });

  it("makes a Google deck that it gives up ready, without a title and with its embed URL", async () => {
    const canonicalUrl = "https://docs.google.com/presentation/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcdef";
    const { items: stocks, clock } = world;
    const stock = pendingStock("alice", { provider: "google_slides", canonicalUrl });
    await stocks.create(stock, "creation-1");
    await stocks.postponeReconcile(stock, clock.now(), 3);
    expect(await run()).toEqual({ ...nothing, given_up: 1 });
    expect(await stocks.get(stock)).toMatchObject({
      status: "ready",
      title: null,
      embedUrl: `${canonicalUrl}/embed`,
      failure: null,
      reconcileAt: null,
    });
  });

  it("does not undo a fetch that finished during the run", async () => {
    const stock = await saved();
    const { items: stocks, queue, clock } = world;
    const send = queue.send.bind(queue);
    queue.send = async (message, correlationId) => {
      await send(message, correlationId);
      await stocks.complete(stock, metadata, { workId: "fetch-1", now: clock.now() });
    };
    clock.forward(10 * MINUTE);
    await run();
    expect(await stocks.get(stock)).toMatchObject({ status: "ready", reconcileAt: null });
  });

  it("does not fail a stock with a newer request, and does not restore a deleted one", async () => {
    const { items: stocks, queue, clock } = world;
    const [anew, deleted] = [await saved("anew"), await saved("deleted")];
    for (const stock of [anew, deleted]) await stocks.postponeReconcile({ ...stock, workId: "fetch-1" }, at(0), 3);
    const reconcilable = reconcilableStocks(stocks, queue, clock);
    const overdue = await reconcilable.overdue(10);
    expect(overdue).toHaveLength(2);
    await stocks.fail(anew, { code: "gone" }, { workId: "fetch-1", now: clock.now() });
    await stocks.requestWork(anew, workRequest("fetch-2", clock.now(), MINUTE));
    await stocks.delete(deleted, deletion(clock.now()));
    for (const workItem of overdue) {
      await workItem.giveUp("reconcile_gave_up");
    }
    await resend(reconcilable, overdue, "run-1", () => at(12 * MINUTE));
    expect(await stocks.get(anew)).toMatchObject({ status: "pending", workId: "fetch-2", reconcileRounds: 0 });
    expect(await stocks.get(deleted)).toBeNull();
  });
});

describe("the schedule's function", () => {
  const handler = () =>
    scheduledHandler({
      environment: {},
      services: () => reconcilableStocks(world.items, world.queue, world.clock),
      run: (stocks, correlationId) => reconcile([stocks], correlationId, world.clock),
    });

  it("logs what it did", async () => {
    await saved();
    world.clock.forward(10 * MINUTE);
    expect(await handler()({}, lambdaContext("run-2"))).toEqual({ ...nothing, resent: 1 });
    expect(log.lines("schedule_done")).toEqual([expect.objectContaining({ correlation_id: "run-2", resent: 1 })]);
    expect(world.queue.sent[0]?.correlationId).toBe("run-2");
  });
});
