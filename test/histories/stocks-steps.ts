import fc from "fast-check";
import { MINUTE } from "../emulators/test-clock.ts";
import { deckUrl } from "../slides/slides-world.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./fault.ts";
import type { StockAct } from "./stocks-model.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const USERS = ["alice", "bob"] as const;
const DECKS = [deckUrl("one"), deckUrl("two")] as const;
const KEYS = ["0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1", "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b2"];

/** How the provider answers. */
const MOODS = ["well", "gone", "busy", "silent", "broken"] as const;
export type Mood = (typeof MOODS)[number];

/** Invocations and what changes outside, which may happen at the same time. */
export type Invoked =
  | {
      readonly what: "request";
      readonly user: (typeof USERS)[number];
      readonly act: StockAct;
      readonly fault: Fault | null;
    }
  | { readonly what: "delivery"; readonly pick: number; readonly again: boolean; readonly fault: Fault | null }
  | { readonly what: "reconcile"; readonly fault: Fault | null }
  | { readonly what: "time"; readonly passes: number }
  | { readonly what: "mood"; readonly mood: Mood };

/** A step of a history. `order` decides which of the waiting calls of the invocations is next. */
export type StockStep =
  | { readonly invoked: readonly Invoked[]; readonly order: readonly number[] }
  | { readonly queue: "lost" | "redriven" };

/** One of the values, of which the first is the most frequent. */
function mostly<T>(values: readonly [T, ...T[]]): fc.Arbitrary<T> {
  const [first] = values;
  return fc.oneof({ weight: 2, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
}

const memo = fc.constantFrom(null, "read it", "for Friday");
// Most acts are about one deck of one user: only such acts can get into each other's way.
const deck = mostly(DECKS);
const user = mostly(USERS);
const act: fc.Arbitrary<StockAct> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("save" as const), deck, memo, key: fc.constantFrom(null, ...KEYS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("change" as const), deck, memo }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "refetch" as const, "read" as const), deck }),
  },
);
const time = fc.record({
  what: fc.constant("time" as const),
  passes: fc.constantFrom(1_000, MINUTE, 11 * MINUTE, HOUR, DAY, 4 * DAY, 100 * DAY),
});
const invoked: fc.Arbitrary<Invoked> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant("request" as const), user, act, fault: faults(8) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("delivery" as const),
      pick: fc.nat(5),
      again: fc.boolean(),
      fault: faults(6),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("reconcile" as const), fault: faults(6) }) },
  { weight: 1, arbitrary: time },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("mood" as const), mood: fc.constantFrom(...MOODS) }) },
);
const step: fc.Arbitrary<StockStep> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      invoked: fc.array(invoked, { minLength: 1, maxLength: 3, size: "max" }),
      order: fc.array(fc.nat(5), { maxLength: 16, size: "max" }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ queue: fc.constantFrom("lost" as const, "redriven" as const) }) },
);

/** Histories of stocks. */
export const stockHistories: fc.Arbitrary<readonly StockStep[]> = fc.array(step, { maxLength: 30, size: "max" });
