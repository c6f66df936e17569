import { describe, expect, it, vi } from "vitest";
import { errorFields, log } from "../../lambdas/shared/log.ts";
import { capturedLog } from "../emulators/captured-log.ts";

const captured = capturedLog();

describe("a log line", () => {
  it("is one line of JSON with the top-level fields that Lambda reads", () => {
    log.warn("stock_failed", { stock_id: "s-1", detail: "one\ntwo\u2028three\u2029four" });
    expect(captured.raw).toHaveLength(1);
    expect(captured.raw[0]).not.toMatch(/[\n\u2028\u2029]/);
    expect(captured.lines()).toEqual([
      {
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        level: "WARN",
        message: "stock_failed",
        stock_id: "s-1",
        detail: "one\ntwo\u2028three\u2029four",
      },
    ]);
  });

  it("keeps its time, level and code, whatever the names of its fields", () => {
    log.error("request_failed", { timestamp: "noon", level: "FATAL", message: "no code", status: 500 });
    expect(captured.lines("request_failed")).toEqual([
      { timestamp: expect.stringContaining("T"), level: "ERROR", message: "request_failed", status: 500 },
    ]);
  });

  it("has the id of Lambda's invocation, if there is one", () => {
    try {
      for (const id of ["invocation-1", "-"]) {
        vi.stubGlobal("awslambda", { InvokeStore: { getRequestId: () => id } });
        log.info("answered");
      }
      for (const store of [{}, undefined]) {
        vi.stubGlobal("awslambda", store);
        log.info("answered");
      }
    } finally {
      vi.unstubAllGlobals();
    }
    expect(captured.lines().map(({ requestId }) => requestId)).toEqual([
      "invocation-1",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("keeps its time, level and code beside a field that could not be serialized", () => {
    log.error("request_failed", { message: "no code", value: 1n, status: 500 });
    const [line] = captured.lines("request_failed");
    expect(line).toMatchObject({ level: "ERROR", status: 500, not_logged: ["value"] });
  });

  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const refusing = {
    toJSON() {
      throw new Error("not me");
    },
  };
  it.each([
    ["a cycle", cyclic],
    ["a BigInt", 1n],
    ["a value whose toJSON throws", refusing],
  ])("names a field that could not be serialized: %s", (_what, value) => {
    log.info("bookmark_processed", { saved: true, value });
    expect(captured.lines("bookmark_processed")).toMatchObject([{ level: "INFO", saved: true, not_logged: ["value"] }]);
    expect(captured.lines()[0]).not.toHaveProperty("value");
  });
});

describe("the fields of an error", () => {
  it("are its name, its message, its stack and its causes", () => {
    const cause = new RangeError("too far");
    expect(errorFields(new TypeError("wrong", { cause }))).toEqual({
      error: "TypeError",
      error_message: "wrong",
      stack: expect.stringContaining("log.test.ts:"),
      cause: { error: "RangeError", error_message: "too far", stack: expect.stringContaining("log.test.ts:") },
    });
  });

  it("have no stack if that is no text", () => {
    const error = Object.assign(new Error("wrong"), { stack: 7 });
    expect(errorFields(error)).toEqual({ error: "Error", error_message: "wrong" });
  });

  it("end where an error is its own cause", () => {
    const error = new Error("again");
    error.cause = error;
    let fields: unknown = errorFields(error);
    let causes = 0;
    for (; fields !== undefined; causes += 1) fields = (fields as { cause?: unknown }).cause;
    expect(causes).toBe(1 + 5);
  });

  it.each([
    ["a string", "no error", "no error"],
    ["nothing", undefined, "undefined"],
    ["a value without a text", Object.create(null), "unreadable"],
    [
      "a value that throws when it is read",
      Object.defineProperty(new Error("x"), "message", {
        get() {
          throw new Error("not me");
        },
      }),
      "unreadable",
    ],
  ])("exist for %s, too", (_what, thrown, error) => {
    expect(errorFields(thrown)).toEqual({ error });
  });
});
