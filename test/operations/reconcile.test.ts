import { describe, expect, it } from "vitest";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { OverdueWorkItem, Reconcilable } from "../../lambdas/shared/work/reconcile.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { START, testClock } from "../emulators/test-clock.ts";
import { testQueue } from "../emulators/test-queue.ts";

const log = capturedLog();
const MINUTE = 60_000;
const clock = testClock();

/**
 * A feature with overdue work items by their rounds. It records the calls for each, and how many messages were sent
 * together.
 */
function feature(name: string, rounds: readonly number[], broken: readonly number[] = []) {
  const done: string[] = [];
  const limits: number[] = [];
  const batches: number[] = [];
  const overdue = rounds.map((count, index): OverdueWorkItem => {
    const act = async (what: string) => {
      if (broken.includes(index)) throw new Error(`${name} ${index} is broken`);
      done.push(what);
    };
    return {
      rounds: count,
      postpone: (until, round) =>
        act(`round ${round} of ${index} until ${(until.getTime() - START.getTime()) / MINUTE} min`),
      giveUp: (code) => act(`give up ${index}: ${code}`),
    };
  });
  const queue = testQueue();
  const reconcilable: Reconcilable = {
    name,
    queue,
    async overdue(limit) {
      limits.push(limit);
      return overdue;
    },
    async send(workItems, correlationId) {
      batches.push(workItems.length);
      const [sent, unsent] = [[], []] as [OverdueWorkItem[], OverdueWorkItem[]];
      for (const one of workItems) (broken.includes(overdue.indexOf(one)) ? unsent : sent).push(one);
      done.push(...sent.map((one) => `send ${overdue.indexOf(one)} for ${correlationId}`));
      return { unsent, error: unsent.length === 0 ? null : new Error(`the queue of ${name} refused some`) };
    },
  };
  return { reconcilable, queue, done, limits, batches };
}

describe("reconcile", () => {
  it("does nothing if nothing is overdue", async () => {
    const { reconcilable, done } = feature("stocks", []);
    expect(await reconcile([reconcilable], "run-1", clock)).toEqual({
      resent: 0,
      completed: 0,
      given_up: 0,
      errors: 0,
    });
    expect(done).toEqual([]);
    expect(log.raw).toEqual([]);
  });

  it("resends with a longer grace period for each round, and gives up after three", async () => {
    const { reconcilable, done } = feature("stocks", [0, 1, 2, 3, 7]);
    expect(await reconcile([reconcilable], "run-1", clock)).toEqual({
      resent: 3,
      completed: 0,
      given_up: 2,
      errors: 0,
    });
    expect(done).toEqual([
      "send 0 for run-1",
      "send 1 for run-1",
      "send 2 for run-1",
      "round 1 of 0 until 20 min",
      "round 2 of 1 until 40 min",
      "round 3 of 2 until 80 min",
      "give up 3: reconcile_gave_up",
      "give up 4: reconcile_gave_up",
    ]);
    expect(log.lines("reconcile_gave_up")).toHaveLength(2);
  });

  it("logs work items that are still pending after a resend, and no others", async () => {
    const { reconcilable } = feature("stocks", [0, 1, 2, 3]);
    await reconcile([reconcilable], "run-1", clock);
    expect(log.lines("still_pending")).toEqual([
      expect.objectContaining({ level: "WARN", kind: "stocks", round: 2, correlation_id: "run-1" }),
      expect.objectContaining({ level: "WARN", kind: "stocks", round: 3 }),
    ]);
  });

  it("logs nothing when the queue refuses the message: that is no round", async () => {
    const { reconcilable } = feature("stocks", [1], [0]);
    await expect(reconcile([reconcilable], "run-1", clock)).rejects.toThrow();
    expect(log.lines("still_pending")).toEqual([]);
  });

  it("scales the grace period like every wait of the system", async () => {
    const { reconcilable, done } = feature("stocks", [0]);
    await reconcile([reconcilable], "run-1", { ...clock, wait: (milliseconds) => milliseconds / 100 });
    expect(done).toEqual(["send 0 for run-1", "round 1 of 0 until 0.2 min"]);
  });

  it("reads a bounded number of work items", async () => {
    const { reconcilable, limits } = feature("stocks", []);
    await reconcile([reconcilable], "run-1", clock);
    expect(limits).toEqual([500]);
  });

  it("sends, counts and gives up nothing while the queue has a backlog, and says so", async () => {
    const { reconcilable, queue, done } = feature("stocks", [0, 1, 3]);
    queue.waiting = "moving";
    expect(await reconcile([reconcilable], "run-1", clock)).toEqual({
      resent: 0,
      completed: 0,
      given_up: 0,
      errors: 0,
    });
    expect(done).toEqual([]);
    expect(log.lines()).toEqual([
      expect.objectContaining({ message: "reconcile_held_by_backlog", level: "INFO", kind: "stocks" }),
    ]);
    queue.waiting = "unread";
    expect(await reconcile([reconcilable], "run-2", clock)).toEqual({
      resent: 0,
      completed: 0,
      given_up: 0,
      errors: 0,
    });
    expect(log.lines("backlog_unread")).toEqual([expect.objectContaining({ level: "WARN", kind: "stocks" })]);
    queue.waiting = "none";
    expect(await reconcile([reconcilable], "run-2", clock)).toEqual({
      resent: 2,
      completed: 0,
      given_up: 1,
      errors: 0,
    });
  });

  it("asks each queue once in a run, and only those of overdue or late work items", async () => {
    const [asked, said]: [string[], string[]] = [[], []];
    const queueOf = (name: string) => ({
      async backlog() {
        asked.push(name);
        return "none" as const;
      },
    });
    const shared = queueOf("shared");
    const none = { ...feature("none", []).reconcilable, queue: queueOf("none") };
    const late = { ...none, queue: queueOf("late"), findLate: async () => () => void said.push("late") };
    const two = ["mentions", "digests"].map((name) => ({ ...feature(name, [0]).reconcilable, queue: shared }));
    const direct = { ...feature("changes", [0]).reconcilable, queue: null };
    expect(await reconcile([none, late, ...two, direct], "run-1", clock)).toMatchObject({ resent: 2, completed: 1 });
    expect(asked).toEqual(["late", "shared"]);
    expect(said).toEqual(["late"]);
  });

  it("does not call a work item late that may be in a backlog", async () => {
    const { reconcilable, queue } = feature("bookmarks", []);
    queue.waiting = "moving";
    const late = async () => () => expect.unreachable();
    expect(await reconcile([{ ...reconcilable, findLate: late }], "run-1", clock)).toMatchObject({ errors: 0 });
  });

  it("sends nothing when the queue can't be asked, and fails at the end", async () => {
    const { reconcilable, queue, done } = feature("stocks", [0, 3]);
    queue.backlog = () => Promise.reject(new Error("SQS away"));
    await expect(reconcile([reconcilable], "run-1", clock)).rejects.toThrow("1 overdue work items");
    expect(done).toEqual([]);
  });

  it("continues after a work item that can't be processed, and fails at the end", async () => {
    const stocks = feature("stocks", [0, 0, 3, 0], [1, 2]);
    const bookmarks = feature("bookmarks", [0]);
    const run = reconcile([stocks.reconcilable, bookmarks.reconcilable], "run-1", clock);
    await expect(run).rejects.toThrow("2 overdue work items");
    expect(stocks.done).toHaveLength(4);
    expect(bookmarks.done).toHaveLength(2);
    const words = (line: Readonly<Record<string, unknown>>) => String(line.error_message);
    const lines = log.lines("reconcile_failed").toSorted((one, other) => words(one).localeCompare(words(other)));
    expect(lines).toEqual([
      expect.objectContaining({
        level: "ERROR",
        kind: "stocks",
        error_message: "stocks 2 is broken",
        correlation_id: "run-1",
      }),
      expect.objectContaining({ level: "ERROR", kind: "stocks", error_message: "the queue of stocks refused some" }),
    ]);
  });

  it("continues after a feature whose work items can't be read, and fails at the end", async () => {
    const bookmarks = feature("bookmarks", [0]);
    const stocks = { ...feature("stocks", []).reconcilable, overdue: () => Promise.reject(new Error("table away")) };
    await expect(reconcile([stocks, bookmarks.reconcilable], "run-1", clock)).rejects.toThrow();
    expect(bookmarks.done).toHaveLength(2);
  });

  it("is not stopped by a feature whose sending fails as a whole, and counts no round", async () => {
    const stocks = feature("stocks", [0, 0]);
    stocks.reconcilable.send = () => Promise.reject(new Error("queue away"));
    const bookmarks = feature("bookmarks", [0]);
    const run = reconcile([stocks.reconcilable, bookmarks.reconcilable], "run-1", clock);
    await expect(run).rejects.toThrow("2 overdue work items");
    expect(stocks.done).toEqual([]);
    expect(bookmarks.done).toHaveLength(2);
  });

  it("stores no round of a work item whose message the queue refused, and those of its batch", async () => {
    const { reconcilable, done } = feature("stocks", [0, 1, 0], [1]);
    await expect(reconcile([reconcilable], "run-1", clock)).rejects.toThrow("1 overdue work items");
    expect(done).toEqual([
      "send 0 for run-1",
      "send 2 for run-1",
      "round 1 of 0 until 20 min",
      "round 1 of 2 until 20 min",
    ]);
  });

  it("processes ten work items at once and no more, and sends their messages together", async () => {
    let running = 0;
    let most = 0;
    const { reconcilable, batches } = feature("stocks", []);
    const workItems = Array.from(
      { length: 35 },
      (): OverdueWorkItem => ({
        rounds: 0,
        async postpone() {
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          running -= 1;
        },
        giveUp: async () => undefined,
      }),
    );
    reconcilable.overdue = async () => workItems;
    expect(await reconcile([reconcilable], "run-1", clock)).toMatchObject({ resent: 35 });
    expect(most).toBe(10);
    expect(batches).toEqual([10, 10, 10, 5]);
  });
});
