import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "../../client/clock.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-20T03:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

it("tells the time of the machine", () => {
  expect(systemClock.now()).toEqual(new Date("2026-11-20T03:00:00.000Z"));
});

it("sleeps for as long as it is told, and leaves nothing behind", async () => {
  const { signal } = new AbortController();
  let isOver = false;
  const slept = systemClock.sleep(1_000, signal).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await slept;
  expect(getEventListeners(signal, "abort")).toEqual([]);
  const alone = systemClock.sleep(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await alone).toBeUndefined();
});

it("ends a sleep with the reason of its signal, before it begins and in the middle", async () => {
  const reason = new Error("enough");
  await expect(systemClock.sleep(1_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const ending = new AbortController();
  const slept = systemClock.sleep(1_000, ending.signal);
  ending.abort(reason);
  await expect(slept).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});

it("rings an alarm once, unless it is turned off", () => {
  const ring = vi.fn();
  systemClock.alarm(1_000, ring);
  const turnOff = systemClock.alarm(1_000, ring);
  vi.advanceTimersByTime(999);
  expect(ring).not.toHaveBeenCalled();
  turnOff();
  vi.advanceTimersByTime(5_000);
  expect(ring).toHaveBeenCalledTimes(1);
});
