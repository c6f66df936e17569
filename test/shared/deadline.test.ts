import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deadlineBefore, deadlineSignal, runBeforeDeadline } from "../../lambdas/shared/deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);
const passed = { name: "DeadlinePassed", message: "The invocation's deadline passed before the work was done." };

it.each([
  [150, 100, 50],
  [100, 100, 0],
  [10, 100, 0],
])("a deadline %i ms before the time-out, %i ms early, is in %i ms", async (remaining, margin, ms) => {
  const failed = vi.fn();
  const work = runBeforeDeadline({ getRemainingTimeInMillis: () => remaining }, never, margin).catch(failed);
  if (ms > 0) await vi.advanceTimersByTimeAsync(ms - 1);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await work;
  expect(failed).toHaveBeenCalledWith(expect.objectContaining(passed));
});

it.each([undefined, {}])("there is none without Lambda's context, or its time: %j", async (context) => {
  const work = async () => {
    await vi.advanceTimersByTimeAsync(3_600_000);
    return deadlineSignal()?.aborted;
  };
  expect(await runBeforeDeadline(context, work)).toBe(false);
  expect(deadlineSignal()).toBeUndefined();
});

it("no work begins after its end", async () => {
  const deadline = deadlineBefore({ getRemainingTimeInMillis: () => 1_000 }, 0);
  deadline.end();
  const work = vi.fn();
  await expect(deadline.run(work)).rejects.toMatchObject(passed);
  expect(work).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

it("work that has ended listens no longer", async () => {
  const deadline = deadlineBefore(undefined, 0);
  const signal = await deadline.run(() => deadlineSignal());
  expect(signal && getEventListeners(signal, "abort")).toEqual([]);
  deadline.end();
});

it("the error of the work is its own", async () => {
  const work = () => Promise.reject(new RangeError("mine"));
  await expect(runBeforeDeadline(undefined, work)).rejects.toThrow(RangeError);
});
