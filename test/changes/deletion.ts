import type { Deletion } from "../../lambdas/shared/changes/tombstone.ts";

/** A deletion of a test that has no other one. */
export function deletion(at: Date): Deletion {
  return { id: "deletion-1", at };
}
