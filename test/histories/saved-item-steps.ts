import fc from "fast-check";
import type { Fault } from "./fault.ts";
import { faults } from "./fault.ts";
import type { SavedItemAct } from "./saved-item-model.ts";
import type { CommonInvoked, Step } from "./steps.ts";
import { histories, mostly } from "./steps.ts";

export const USERS = ["alice", "bob"] as const;
const KEYS = ["0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1", "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b2"];

/** A time before every history, in the form of the API. */
export const SAVED_AT = "2019-02-03T04:05:06.700Z";

/** Times of places, in the same form: most arrive out of their order. */
const PLACED_AT = [1, 2, 3, 4].map((second) => `2019-02-03T04:05:0${second}.000Z`);

/** A user's request. */
export interface Requested {
  readonly what: "request";
  readonly user: (typeof USERS)[number];
  readonly act: SavedItemAct;
  readonly fault: Fault | null;
}

/** A program that follows the changes of a user reads a page. */
export interface Followed {
  readonly what: "follow";
  readonly user: (typeof USERS)[number];
  readonly fault: Fault | null;
}

/** What happens in a history of saved items. */
export type SavedItemInvoked = Requested | Followed | CommonInvoked;

/** A step of a history of saved items. */
export type SavedItemStep = Step<SavedItemInvoked>;

/** What a feature's users do. */
export interface Acts {
  /** The addresses that the items are about. */
  readonly subjects: readonly [string, ...string[]];
  readonly isKeyRequired: boolean;
  readonly others: readonly ("delete" | "again" | "page" | "retry" | "read")[];
  /** How often two items are merged, beside four saves. */
  readonly merges: number;
  /** How often a place in a text is kept, beside four saves. */
  readonly places: number;
}

/** Generates histories of items that users save, change and delete, and that workers process. */
export function savedItemHistories({
  subjects,
  isKeyRequired,
  others,
  merges,
  places,
}: Acts): fc.Arbitrary<readonly SavedItemStep[]> {
  // Most acts are about one item of one user: only such acts can get into each other's way.
  const subject = mostly(subjects);
  const text = fc.constantFrom(null, "read it", "for Friday");
  const tag = fc.constantFrom(null, "birds", "talks");
  const marks = { unread: fc.boolean(), starred: fc.boolean() };
  const saved = fc.record({ text, tag, ...marks, savedAt: fc.constantFrom(null, SAVED_AT) });
  const { unread, starred } = marks;
  const changes = fc.oneof(
    fc.record({ text }),
    fc.record({ tag }),
    fc.record({ text, tag }),
    fc.record({ unread }),
    fc.record({ starred }),
  );
  const key = fc.constantFrom(...(isKeyRequired ? [] : [null]), ...KEYS);
  const act: fc.Arbitrary<SavedItemAct> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("save" as const), subject, saved, key }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("change" as const), subject, changes }) },
    {
      weight: merges,
      arbitrary: fc.record({ do: fc.constant("merge" as const), subject, into: fc.constantFrom(...subjects) }),
    },
    {
      weight: places,
      arbitrary: fc.record({
        do: fc.constant("place" as const),
        subject,
        at: fc.constantFrom(...PLACED_AT),
        progress: fc.constantFrom(0.5, 1),
      }),
    },
    { weight: others.length, arbitrary: fc.record({ do: fc.constantFrom(...others), subject }) },
  );
  const user = mostly(USERS);
  const own = fc.oneof(
    { weight: 5, arbitrary: fc.record({ what: fc.constant("request" as const), user, act, fault: faults(8) }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant("follow" as const), user, fault: faults(4) }) },
  );
  return histories<Requested | Followed>(own, 6);
}
