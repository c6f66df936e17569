import { describe, expect, it } from "vitest";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { Overdue, Reconcilable } from "../../lambdas/shared/reconcile.ts";
import { capturedLog } from "../emulators/captured-log.ts";

const log = capturedLog();
const MINUTE = 60_000;
const unscaled = (milliseconds: number) => milliseconds;

/** A feature with overdue things by their rounds; what was done with each is noted. */
function feature(things: string, rounds: readonly number[], broken: readonly number[] = []) {
  const done: string[] = [];
  const limits: number[] = [];
  const overdue = rounds.map((count, index): Overdue => {
    const act = async (what: string) => {
      if (broken.includes(index)) throw new Error(`${things} ${index} is broken`);
      done.push(what);
    };
    return {
      rounds: count,
      resend: (correlationId, grace) => act(`resend ${index} for ${correlationId}, then wait ${grace / MINUTE} min`),
      giveUp: (code) => act(`give up ${index}: ${code}`),
    };
  });
  const reconcilable: Reconcilable = {
    things,
    async overdue(limit) {
      limits.push(limit);
      return overdue;
    },
  };
  return { reconcilable, done, limits };
}

describe("reconcile", () => {
  it("does nothing where nothing is overdue", async () => {
    const { reconcilable, done } = feature("stocks", []);
    expect(await reconcile([reconcilable], "run-1", unscaled)).toEqual({ resent: 0, given_up: 0, errors: 0 });
    expect(done).toEqual([]);
    expect(log.raw).toEqual([]);
  });

  it("sends again with a longer grace from round to round, and gives up after three", async () => {
    const { reconcilable, done } = feature("stocks", [0, 1, 2, 3, 7]);
    expect(await reconcile([reconcilable], "run-1", unscaled)).toEqual({ resent: 3, given_up: 2, errors: 0 });
    expect(done).toEqual([
      "resend 0 for run-1, then wait 20 min",
      "resend 1 for run-1, then wait 40 min",
      "resend 2 for run-1, then wait 80 min",
      "give up 3: reconcile_gave_up",
      "give up 4: reconcile_gave_up",
    ]);
    expect(log.lines("reconcile_gave_up")).toHaveLength(2);
  });

  it("scales the grace as every wait of the system", async () => {
    const { reconcilable, done } = feature("stocks", [0]);
    await reconcile([reconcilable], "run-1", (milliseconds) => milliseconds / 100);
    expect(done).toEqual(["resend 0 for run-1, then wait 0.2 min"]);
  });

  it("asks for a bounded number of things", async () => {
    const { reconcilable, limits } = feature("stocks", []);
    await reconcile([reconcilable], "run-1", unscaled);
    expect(limits).toEqual([500]);
  });

  it("is not stopped by a thing that can't be helped, and fails at the end", async () => {
    const stocks = feature("stocks", [0, 0, 3, 0], [1, 2]);
    const bookmarks = feature("bookmarks", [0]);
    const run = reconcile([stocks.reconcilable, bookmarks.reconcilable], "run-1", unscaled);
    await expect(run).rejects.toThrow("2 overdue things");
    expect(stocks.done).toHaveLength(2);
    expect(bookmarks.done).toHaveLength(1);
    expect(log.lines("reconcile_failed")).toEqual([
      expect.objectContaining({
        level: "ERROR",
        things: "stocks",
        error_message: "stocks 1 is broken",
        correlation_id: "run-1",
      }),
      expect.objectContaining({ level: "ERROR", things: "stocks", error_message: "stocks 2 is broken" }),
    ]);
  });

  it("is not stopped by a feature whose things can't be read, and fails at the end", async () => {
    const bookmarks = feature("bookmarks", [0]);
    const stocks: Reconcilable = { things: "stocks", overdue: () => Promise.reject(new Error("table away")) };
    await expect(reconcile([stocks, bookmarks.reconcilable], "run-1", unscaled)).rejects.toThrow();
    expect(bookmarks.done).toHaveLength(1);
  });

  it("helps ten things at once and no more", async () => {
    let running = 0;
    let most = 0;
    const things = Array.from(
      { length: 35 },
      (): Overdue => ({
        rounds: 0,
        async resend() {
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          running -= 1;
        },
        giveUp: async () => undefined,
      }),
    );
    const reconcilable = { things: "stocks", overdue: async () => things };
    expect(await reconcile([reconcilable], "run-1", unscaled)).toMatchObject({ resent: 35 });
    expect(most).toBe(10);
  });
});
