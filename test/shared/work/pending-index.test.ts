import { describe, expect, it } from "vitest";
import { overdueAmong } from "../../../lambdas/shared/work/pending-index.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";

async function* all(minutes: readonly (number | null)[]) {
  for (const minute of minutes) yield { reconcileAt: minute === null ? null : at(minute * MINUTE).toISOString() };
}

describe("overdueAmong", () => {
  it.each([
    ["an item that is not pending", [null], 10, []],
    ["an item that is not overdue yet", [6, 5], 10, [5]],
    ["an item that is overdue for a shorter time, beyond the limit", [3, 1, null, 4, 2], 2, [1, 2]],
  ] as const)("leaves out %s", async (_, minutes, limit, found) => {
    const bounds = { now: at(5 * MINUTE), limit };
    const overdue = await overdueAmong(all(minutes), ({ reconcileAt }) => reconcileAt, bounds);
    expect(overdue).toEqual(found.map((minute) => ({ reconcileAt: at(minute * MINUTE).toISOString() })));
  });
});
