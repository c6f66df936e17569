import { describe, expect, it } from "vitest";
import { postponeReconcileFor, reconcilable } from "../../../lambdas/shared/work/reconcile.ts";
import { at, MINUTE, START, testClock } from "../../emulators/test-clock.ts";
import { testQueue } from "../../emulators/test-queue.ts";

/** A table of work items that records its calls. */
function notedTable() {
  const calls: unknown[] = [];
  return {
    calls,
    async overdue(now: Date, limit: number) {
      calls.push(["overdue", now, limit]);
      return [{ id: "first", reconcileRounds: 2 }];
    },
    async postponeReconcile(item: { readonly id: string }, until: Date, rounds: number) {
      calls.push(["postpone", item.id, until, rounds]);
      return true;
    },
  };
}

describe("reconcilable", () => {
  it("sends, postpones and gives up the overdue work items of its table", async () => {
    const table = notedTable();
    const queue = testQueue<{ readonly item: string }>();
    const kind = reconcilable({
      name: "crawls",
      table,
      queue,
      toMessage: ({ id }) => ({ item: id }),
      giveUp: async ({ id }, code) => table.calls.push(["give up", id, code]),
      clock: testClock(),
    });
    const [overdue] = await kind.overdue(7);
    expect(kind.name).toBe("crawls");
    expect(overdue?.rounds).toBe(2);
    expect(await kind.send(overdue === undefined ? [] : [overdue], "run-1")).toEqual({ unsent: [], error: null });
    await overdue?.postpone(at(MINUTE), 3);
    await overdue?.giveUp("reconcile_gave_up");
    expect(queue.sent).toMatchObject([{ message: { item: "first" }, correlationId: "run-1" }]);
    expect(table.calls).toEqual([
      ["overdue", START, 7],
      ["postpone", "first", at(MINUTE), 3],
      ["give up", "first", "reconcile_gave_up"],
    ]);
  });
});

describe("postponeReconcileFor", () => {
  const cases: [reconcileAt: string | null, isHeld: boolean][] = [
    [null, false],
    [at(MINUTE).toISOString(), false],
    [at(MINUTE - 1).toISOString(), true],
  ];

  it.each(cases)("of a work item with reconcile_at %s during a minute's work is %s", async (moment, isHeld) => {
    const table = notedTable();
    const item = { id: "first", reconcileAt: moment, reconcileRounds: 2 };
    expect(await postponeReconcileFor(item, MINUTE, { table, clock: testClock() })).toBe(isHeld);
    // The end of the work and the grace period; rounds stay the same.
    expect(table.calls).toEqual(isHeld ? [["postpone", "first", at(11 * MINUTE), 2]] : []);
  });
});
