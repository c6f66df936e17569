import fc from "fast-check";
import { MINUTE } from "../emulators/test-clock.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./fault.ts";
import type { SavedItemAct } from "./saved-item-model.ts";
import type { Mood } from "./site.ts";
import { MOODS } from "./site.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const USERS = ["alice", "bob"] as const;
const KEYS = ["0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1", "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b2"];

/** Invocations and what changes outside, which may happen at the same time. */
export type Invoked =
  | {
      readonly what: "request";
      readonly user: (typeof USERS)[number];
      readonly act: SavedItemAct;
      readonly fault: Fault | null;
    }
  | { readonly what: "delivery"; readonly pick: number; readonly again: boolean; readonly fault: Fault | null }
  | { readonly what: "reconcile"; readonly fault: Fault | null }
  | { readonly what: "time"; readonly passes: number }
  | { readonly what: "mood"; readonly mood: Mood };

/** A step of a history. `order` decides which of the waiting calls of the invocations is next. */
export type SavedItemStep =
  | { readonly invoked: readonly Invoked[]; readonly order: readonly number[] }
  | { readonly queue: "lost" | "redriven" };

/** One of the values, of which the first is the most frequent. */
function mostly<T>(values: readonly [T, ...T[]]): fc.Arbitrary<T> {
  const [first] = values;
  return fc.oneof({ weight: 2, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
}

const time = fc.record({
  what: fc.constant("time" as const),
  passes: fc.constantFrom(1_000, MINUTE, 11 * MINUTE, HOUR, DAY, 4 * DAY, 100 * DAY),
});
const delivery = fc.record({
  what: fc.constant("delivery" as const),
  pick: fc.nat(5),
  again: fc.boolean(),
  fault: faults(6),
});

/** What a feature's users do. */
export interface Acts {
  /** The addresses that the items are about. */
  readonly subjects: readonly [string, ...string[]];
  readonly isKeyRequired: boolean;
  readonly others: readonly ("delete" | "again" | "retry" | "read")[];
}

/** Generates histories of items that users save, change and delete, and that workers process. */
export function savedItemHistories({ subjects, isKeyRequired, others }: Acts): fc.Arbitrary<readonly SavedItemStep[]> {
  // Most acts are about one item of one user: only such acts can get into each other's way.
  const subject = mostly(subjects);
  const text = fc.constantFrom(null, "read it", "for Friday");
  const key = fc.constantFrom(...(isKeyRequired ? [] : [null]), ...KEYS);
  const act: fc.Arbitrary<SavedItemAct> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("save" as const), subject, text, key }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("change" as const), subject, text }) },
    { weight: others.length, arbitrary: fc.record({ do: fc.constantFrom(...others), subject }) },
  );
  const request = fc.record({ what: fc.constant("request" as const), user: mostly(USERS), act, fault: faults(8) });
  const invoked: fc.Arbitrary<Invoked> = fc.oneof(
    { weight: 4, arbitrary: request },
    { weight: 4, arbitrary: delivery },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("reconcile" as const), fault: faults(6) }) },
    { weight: 1, arbitrary: time },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("mood" as const), mood: fc.constantFrom(...MOODS) }) },
  );
  const invocations = fc.record({
    invoked: fc.array(invoked, { minLength: 1, maxLength: 3, size: "max" }),
    order: fc.array(fc.nat(5), { maxLength: 16, size: "max" }),
  });
  const queue = fc.record({ queue: fc.constantFrom("lost" as const, "redriven" as const) });
  const step = fc.oneof({ weight: 8, arbitrary: invocations }, { weight: 1, arbitrary: queue });
  return fc.array(step, { maxLength: 30, size: "max" });
}
