import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { resend } from "../../lambdas/shared/work/reconcile.ts";
import { scheduledHandler } from "../../lambdas/shared/work/scheduled-handler.ts";
import { fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import { reconcilableStocks } from "../../lambdas/slides/reconcile.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { lambdaContext } from "../emulators/http-event.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import type { SlidesWorld } from "./slides-world.ts";
import { deckUrl, metadata, pendingStock, slidesApi, slidesWorld } from "./slides-world.ts";

const log = capturedLog();
let dynamo: TestDynamo;
let world: SlidesWorld;

// A run reads all users' stocks, so that each test needs a table of its own.
beforeEach(async () => {
  dynamo = await startDynamo();
  world = slidesWorld(dynamo);
});
afterEach(() => dynamo.close());

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
  it("resends nothing that is not overdue, or not pending", async () => {
    const { items: stocks, clock } = world;
    await saved("waits");
    const [ready, failed] = [await saved("is-ready"), await saved("is-failed")];
    await stocks.complete(ready, metadata, { workId: "fetch-1", now: clock.now() });
    await stocks.fail(failed, { code: "gone" }, { workId: "fetch-1", now: clock.now() });
    clock.forward(10 * MINUTE - 1);
    expect(await run()).toEqual(nothing);
    expect(world.queue.sent).toEqual([]);
  });

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

  it("sends a message that the queue did not accept when the deck was saved", async () => {
    const send = slidesApi(world);
    world.queue.failure = new Error("queue away");
    const answer = await send({ route: "POST /v1/stocks", body: { url: deckUrl() } });
    expect(answer.status).toBe(201);
    world.queue.failure = null;
    world.clock.forward(10 * MINUTE);
    await run();
    expect(world.queue.sent.map(({ message }) => message.stockId)).toEqual([answer.body.id]);
  });

  it("gives up after three rounds with growing waits, visibly", async () => {
    const stock = await saved();
    const sentAt: number[] = [];
    let minutes = 0;
    while ((await world.items.get(stock))?.status === "pending" && minutes < 1_000) {
      world.clock.forward(MINUTE);
      minutes += 1;
      const { resent } = await run();
      if (resent > 0) sentAt.push(minutes);
    }
    const pauses = sentAt.map((minute, index) => minute - (sentAt[index - 1] ?? 0));
    expect(pauses).toEqual([10, 20, 40]);
    expect(minutes).toBe(150);
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

  it("counts no round when the queue does not accept the message", async () => {
    const stock = await saved();
    world.clock.forward(10 * MINUTE);
    world.queue.failure = new Error("queue away");
    await expect(run()).rejects.toThrow();
    expect(await world.items.get(stock)).toEqual(stock);
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

  it("resends many messages, the longest overdue first", async () => {
    for (let index = 0; index < 25; index += 1) {
      await world.items.create(pendingStock(`user-${index}`, { now: at((25 - index) * 1_000) }), "creation-1");
    }
    world.clock.forward(11 * MINUTE);
    const reconcilable = reconcilableStocks(world.items, world.queue, world.clock);
    await resend(reconcilable, await reconcilable.overdue(3), "run-1", () => at(12 * MINUTE));
    expect(world.queue.sent.map(({ message }) => message.userId)).toEqual(["user-24", "user-23", "user-22"]);
    expect(await run()).toEqual({ ...nothing, resent: 22 });
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

  it("fails after all work items were tried if one could not be processed, so that its alarm fires", async () => {
    const [bad, good] = [await saved("bad"), await saved("good")];
    const send = world.queue.send.bind(world.queue);
    world.queue.send = async (message, correlationId) => {
      if (message.userId === bad.userId) throw new Error("not this one");
      await send(message, correlationId);
    };
    world.clock.forward(10 * MINUTE);
    await expect(handler()({}, lambdaContext("run-3"))).rejects.toThrow("1 overdue work items");
    expect(world.queue.sent.map(({ message }) => message.stockId)).toEqual([good.id]);
    expect(log.lines("reconcile_failed")).toHaveLength(1);
    expect(log.lines("schedule_failed")).toEqual([
      expect.objectContaining({ level: "ERROR", correlation_id: "run-3" }),
    ]);
  });
});
