import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { OverdueWorkItem } from "../../../lambdas/shared/work/reconcile.ts";
import { reconcileAfterWait, reconcilePart, resend } from "../../../lambdas/shared/work/reconcile.ts";
import { at, MINUTE, testClock } from "../../emulators/test-clock.ts";

/** A work item that was resent so many times; its postponements are recorded. */
function overdue(rounds: number, failure?: Error) {
  const postponed: [Date, number][] = [];
  const workItem: OverdueWorkItem = {
    rounds,
    async postpone(until, next) {
      if (failure !== undefined) throw failure;
      postponed.push([until, next]);
    },
    giveUp: async () => undefined,
  };
  return { workItem, postponed };
}

const until = ({ rounds }: OverdueWorkItem) => at((rounds + 1) * MINUTE);

describe("work items whose messages are resent", () => {
  it("count the round that was accepted, and no other", async () => {
    const away = new Error("table away");
    const [sent, refused, unstored] = [overdue(0), overdue(1), overdue(2, away)];
    const all = [sent.workItem, refused.workItem, unstored.workItem];
    const error = new Error("the queue refused 1 messages");
    const results = await resend({ send: async () => ({ unsent: [refused.workItem], error }) }, all, "run-1", until);
    expect(results).toEqual([
      { workItem: sent.workItem, error: null },
      { workItem: refused.workItem, error },
      { workItem: unstored.workItem, error: away },
    ]);
    expect(sent.postponed).toEqual([[at(MINUTE), 1]]);
    expect(refused.postponed).toEqual([]);
  });

  it("all stay unchanged when sending fails completely", async () => {
    const { workItem, postponed } = overdue(0);
    const error = new Error("queue away");
    expect(await resend({ send: () => Promise.reject(error) }, [workItem], "run-1", until)).toEqual([
      { workItem, error },
    ]);
    expect(postponed).toEqual([]);
  });
});

it("a waiting message is overdue ten minutes after its wait, both scaled", () => {
  expect(reconcileAfterWait(MINUTE, testClock())).toEqual(at(11 * MINUTE));
  expect(reconcileAfterWait(MINUTE, testClock(0.1))).toEqual(at(1.1 * MINUTE));
});

it("a feature's part names its missing variables", () => {
  const part = reconcilePart({ MAGPIE_TEST_TABLE: z.string() }, () => []);
  expect(() => part.reconcilables({ tables: {}, queues: {}, clock: testClock() } as never)).toThrow(
    /MAGPIE_TEST_TABLE/,
  );
  expect(reconcilePart({}, () => []).reconcilables({ clock: testClock() } as never)).toEqual([]);
});
