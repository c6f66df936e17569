import { expect, it } from "vitest";
import type { Pass } from "../../lambdas/changes/change-cursor.ts";
import { decodeChangeCursor, encodeChangeCursor } from "../../lambdas/changes/change-cursor.ts";
import { tombstone } from "../../lambdas/shared/changes/tombstone.ts";
import { at, MINUTE, START } from "../emulators/test-clock.ts";
import { OVERLAP_MS } from "./changes-world.ts";

const DAY = 24 * 60 * MINUTE;

interface Read {
  readonly name: string;
  readonly isOver: boolean;
  readonly from: Pass["from"];
  /** The earliest time from which a pass after this cursor reads. */
  readonly reads: Date;
}

const LATER = { from: at(-DAY).getTime() };

it.each<Read>([
  { name: "a pass that has ended", isOver: true, ...LATER, reads: at(-OVERLAP_MS) },
  { name: "a follower's first pass that goes on", isOver: false, from: null, reads: at(-OVERLAP_MS) },
  { name: "a later pass that goes on", isOver: false, ...LATER, reads: at(-DAY) },
])("the cursor of $name is accepted until the first tombstone expires that is still to be read", (read) => {
  const expiry = tombstone({ id: "deletion-1", at: read.reads }).expires_at * 1_000;
  const positions = { bookmark: null, stock: null };
  /** The same pass, with a page of just now: only the pass is old. */
  const decoded = (now: number) => {
    const pass = { begunAt: START.getTime(), from: read.from, positions };
    const cursor = { madeAt: now, pass, isOver: read.isOver, known: { before: "", met: "" } };
    const text = encodeChangeCursor("mia", cursor);
    return decodeChangeCursor("mia", text, { now: new Date(now), overlapMs: OVERLAP_MS });
  };
  expect(decoded(expiry)?.madeAt).toBe(expiry);
  expect(() => decoded(expiry + 1)).toThrow(expect.objectContaining({ code: "cursor_expired" }));
});
