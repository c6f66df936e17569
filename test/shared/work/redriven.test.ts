import { describe, expect, it } from "vitest";
import { isProcessable } from "../../../lambdas/shared/work/redriven.ts";

describe("isProcessable", () => {
  const cases: [status: string, request: string, receiveCount: number, may: boolean][] = [
    ["pending", "request-1", 1, true],
    ["pending", "request-1", 4, true],
    ["pending", "request-0", 1, false],
    ["ready", "request-1", 1, false],
    ["ready", "request-1", 2, false],
    // Redriven from the dead-letter queue: its receives start again.
    ["failed", "request-1", 1, true],
    // The same message just after it failed.
    ["failed", "request-1", 2, false],
    ["failed", "request-1", 4, false],
    ["failed", "request-0", 1, false],
  ];

  it.each(cases)(
    "of a %s work item for the message of %s at receive %i is %s",
    (status, request, receiveCount, may) => {
      const workItem = { status, workId: "request-1" };
      expect(isProcessable(workItem, request, { receiveCount })).toBe(may);
    },
  );

  it("is false for a work item that does not exist", () => {
    expect(isProcessable(null, "request-1", { receiveCount: 1 })).toBe(false);
  });
});
