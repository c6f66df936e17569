import { expect, it } from "vitest";
import type { DeletedFiles } from "../../../lambdas/shared/saved-items/item-files.ts";
import { reconcilableFiles } from "../../../lambdas/shared/saved-items/reconcilable-files.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { testClock } from "../../emulators/test-clock.ts";

const KEYS = ["one", "other", "third"].map((id) => ({ userId: "alice", id }));

/** A run of reconcile where the files of these items can't be removed. */
async function run(kept: readonly string[]) {
  const files: Pick<DeletedFiles, "overdue" | "remove"> = {
    overdue: async () => KEYS,
    remove: async ({ id }) => {
      if (kept.includes(id)) throw awsError("SlowDown", 503, id);
    },
  };
  const deleted = reconcilableFiles("deleted_pictures", files as DeletedFiles, testClock());
  const items = await deleted.overdue(100);
  const { unsent, error } = await deleted.send(items, "correlation-1");
  const left = items.filter((item) => unsent.includes(item)).map(({ key }) => key.id);
  return { left, error: error && String(error) };
}

it("has removed all files but those for which S3 did not answer", async () => {
  expect(await run(["other", "third"])).toEqual({ left: ["other", "third"], error: expect.stringContaining("other") });
  expect(await run([])).toEqual({ left: [], error: null });
});
