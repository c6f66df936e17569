import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { confirmGivenUp, isProcessable } from "../../../lambdas/shared/work/redriven.ts";

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
      const thing = { status, request: "request-1" };
      expect(isProcessable(thing, (one) => one.request === request, { receiveCount })).toBe(may);
    },
  );

  it("is false for a work item that does not exist", () => {
    expect(isProcessable(null, () => true, { receiveCount: 1 })).toBe(false);
  });
});

describe("confirmGivenUp", () => {
  const schema = z.object({ schemaVersion: z.literal(1) });
  const [known, unknown] = [{ schemaVersion: 1 }, { schemaVersion: 2 }];

  it.each([
    ["a message whose work item failed at an earlier receive", known, true, "return_message"],
    ["a message that has nothing left to do", known, false, "delete_message"],
    ["a message of another version, whose work item another worker may process", unknown, false, "return_message"],
    ["a message that is no JSON", null, false, "return_message"],
  ] as const)("keeps or deletes %s", async (_, body, isFailed, givenUp) => {
    expect(await confirmGivenUp(schema, body, async () => isFailed)).toBe(givenUp);
  });
});
