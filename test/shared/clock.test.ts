import { expect, it, vi } from "vitest";
import { systemClock } from "../../lambdas/shared/clock.ts";
import { START } from "../emulators/test-clock.ts";

it("the real clock shows the time, and scales waits", () => {
  vi.useFakeTimers({ now: START });
  expect(systemClock(0.1).now()).toEqual(START);
  vi.useRealTimers();
  expect(systemClock(0.1).wait(1_000)).toBe(100);
});
