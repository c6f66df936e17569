import { describe, expect, it } from "vitest";
import { consoleLine } from "../../../lib/local/functions/thread-console.ts";

const AT = new Date("2026-11-22T03:00:00.000Z");
const head = { timestamp: "2026-11-22T03:00:00.000Z", level: "INFO", requestId: "id" };
const line = (...lines: unknown[]) => JSON.parse(consoleLine("INFO", "id", AT, lines));

/** In the form of aws-lambda-ric with the JSON log format. */
describe("console in a function's thread", () => {
  it("leaves JSON in a string as a string", () => {
    expect(line('{"message":"code"}')).toEqual({ ...head, message: '{"message":"code"}' });
  });

  it("writes an object unchanged", () => {
    expect(line({ code: "x" })).toEqual({ ...head, message: { code: "x" } });
  });

  it("writes an error's fields", () => {
    const error = Object.assign(new TypeError("no"), { extra: 1 });
    expect(line(error).message).toMatchObject({ errorType: "TypeError", errorMessage: "no", extra: 1 });
    expect(line(error).message.stackTrace[0]).toBe("TypeError: no");
  });

  it("formats several values, with the first error beside them", () => {
    expect(line("%s of %d", "one", 2)).toEqual({ ...head, message: "one of 2" });
    expect(line("Failed:", new RangeError("far"))).toMatchObject({ errorType: "RangeError", errorMessage: "far" });
  });

  it("writes values that JSON can't represent as text", () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(line(cycle).message).toContain("[Circular");
    expect(line(1n).message).toBe("1n");
  });
});
