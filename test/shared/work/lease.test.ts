import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LeaseRenewal } from "../../../lambdas/shared/work/lease.ts";
import { renewPeriodically } from "../../../lambdas/shared/work/lease.ts";
import { capturedLog } from "../../emulators/captured-log.ts";

const log = capturedLog();
let renewals: number;
let answers: (boolean | Error)[];
let kept: LeaseRenewal;

async function renew(): Promise<boolean> {
  renewals += 1;
  const answer = answers.shift() ?? true;
  if (answer instanceof Error) throw answer;
  return answer;
}

beforeEach(() => {
  vi.useFakeTimers();
  renewals = 0;
  answers = [];
  kept = renewPeriodically(renew, 15_000);
});
afterEach(() => {
  kept.stop();
  vi.useRealTimers();
});

describe("a lease that is kept", () => {
  it("is renewed again and again, first after one interval", async () => {
    await vi.advanceTimersByTimeAsync(14_999);
    expect(renewals).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(renewals).toBe(1);
    await vi.advanceTimersByTimeAsync(10 * 15_000);
    expect(renewals).toBe(11);
    expect(kept.lost()).toBe(false);
    expect(log.raw).toEqual([]);
  });

  it("is no longer renewed once it is released", async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    kept.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(renewals).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is lost for good when another holder has it", async () => {
    answers = [true, false, true];
    await vi.advanceTimersByTimeAsync(15_000);
    expect(kept.lost()).toBe(false);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(kept.lost()).toBe(true);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(kept.lost()).toBe(true);
  });

  it("is not lost by a renewal that fails: the next one follows", async () => {
    answers = [new Error("table away")];
    await vi.advanceTimersByTimeAsync(15_000);
    expect(kept.lost()).toBe(false);
    expect(log.lines("lease_not_renewed")).toMatchObject([{ level: "WARN", error_message: "table away" }]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect([renewals, kept.lost()]).toEqual([2, false]);
  });
});
