import { expect, it } from "vitest";
import * as z from "zod/mini";
import { givingUp } from "../../../lambdas/shared/work/give-up.ts";
import type { GiveUpResult } from "../../../lambdas/shared/work/worker.ts";

const reason = { code: "timeout", retryable: true, correlationId: "request-1" };
const [known, unknown] = [
  { schemaVersion: 1, id: "a" },
  { schemaVersion: 2, id: "a" },
];

it.each<[string, unknown, GiveUpResult | null, boolean, GiveUpResult]>([
  ["a message whose work item fails by it", known, "return_message", false, "return_message"],
  ["a message whose work item ends well without it", known, "delete_message", true, "delete_message"],
  ["a message whose work item failed at an earlier receive", known, null, true, "return_message"],
  ["a message that has nothing left to do", known, null, false, "delete_message"],
  ["a message of another version, whose work item another worker may process", unknown, null, false, "return_message"],
  ["a message that names no work item", { schemaVersion: 1 }, "delete_message", false, "return_message"],
  ["a message that is no JSON", null, "delete_message", false, "return_message"],
])("keeps or deletes %s", async (_, body, ended, isFailed, givenUp) => {
  const giveUp = givingUp({
    message: z.object({ schemaVersion: z.literal(1) }),
    subject: z.object({ id: z.string() }),
    end: async () => ended,
    isFailed: async () => isFailed,
  });
  expect(await giveUp(body, reason, undefined)).toBe(givenUp);
});

it("ends the work of a message of another version as well, and tells that from a message that it understands", async () => {
  const ends: unknown[] = [];
  const giveUp = givingUp({
    message: z.object({ schemaVersion: z.literal(1) }),
    subject: z.object({ id: z.string() }),
    end: async ({ id }, { code }, _services: undefined, message) => {
      ends.push([id, code, message?.schemaVersion ?? null]);
      return null;
    },
  });
  expect([await giveUp(known, reason, undefined), await giveUp(unknown, reason, undefined)]).toEqual([
    "delete_message",
    "return_message",
  ]);
  expect(ends).toEqual([
    ["a", "timeout", 1],
    ["a", "timeout", null],
  ]);
});
