import { expect, it, vi } from "vitest";
import { lazy } from "../../lambdas/shared/lazy.ts";

it("a value is built once, when it is first needed, and again if that failed", () => {
  const build = vi
    .fn(() => undefined)
    .mockImplementationOnce(() => {
      throw new Error("not yet");
    });
  const value = lazy(build);
  expect(build).not.toHaveBeenCalled();
  expect(value).toThrow("not yet");
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(build).toHaveBeenCalledTimes(2);
});
