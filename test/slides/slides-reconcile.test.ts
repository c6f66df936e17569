import { beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import { reconcilableStocks } from "../../lambdas/slides/reconcile.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { SlidesWorld } from "./slides-world.ts";
import { pendingStock, slidesWorld } from "./slides-world.ts";

// What a run does with overdue work items of any kind: test/operations/reconcile.test.ts. That a run changes no stock with
// newer work, nor a deleted one: test/faults and test/shared/saved-items/saved-item-table.test.ts.

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

async function saved(): Promise<Stock> {
  const stock = pendingStock("alice");
  await world.items.create(stock, "creation-1");
  return stock;
}

const nothing = { resent: 0, completed: 0, given_up: 0, errors: 0 };

describe("a run", () => {
  it("resends the message of an overdue stock three times, then gives it up, visibly", async () => {
    const stock = await saved();
    const runs: unknown[] = [];
    for (let count = 0; count < 5; count += 1) {
      world.clock.forward(120 * MINUTE);
      runs.push(await run());
    }
    expect(runs).toEqual([...Array(3).fill({ ...nothing, resent: 1 }), { ...nothing, given_up: 1 }, nothing]);
    expect(world.queue.sent).toEqual(Array(3).fill({ message: fetchMessageOf(stock), correlationId: "run-1" }));
    expect(await world.items.get(stock)).toMatchObject({
      status: "failed",
      failure: { code: "reconcile_gave_up" },
      reconcileAt: null,
    });
    expect(log.lines("reconcile_gave_up")).toEqual([expect.objectContaining({ level: "ERROR", kind: "stocks" })]);
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
});
