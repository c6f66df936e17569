import { seeded } from "../upstreams/seeded.ts";

/** What a user does with decks and pages, in the shares of all actions. */
const KINDS = {
  save_stock: 22,
  save_bookmark: 22,
  /** An address that is saved, with a new key. */
  save_again: 5,
  /** The first request of an address, with its key. */
  replay: 5,
  change: 14,
  delete: 6,
  read: 12,
  list: 7,
  search: 7,
} as const;
export type ActionKind = keyof typeof KINDS;

/** One action. It names neither ids nor answers: those differ from run to run. */
export interface Action {
  readonly kind: ActionKind;
  /** From 0 to 1: which of the user's items it concerns. */
  readonly pick: number;
  /** Whether the user sends it again, until it is answered, when its answer is lost. */
  readonly goesOn: boolean;
  /** A text that no other action of the run has. */
  readonly text: string;
}

const TOTAL = Object.values(KINDS).reduce((sum, share) => sum + share, 0);

/** The endless actions of one user. The same seed and user give the same actions. @param user from 0 */
export function* userActions(seed: number, user: number): Generator<Action, never, undefined> {
  const random = seeded(seed * 1_000 + user);
  for (let number = 0; ; number += 1) {
    let dice = random() * TOTAL;
    let kind: ActionKind = "list";
    for (const [name, share] of Object.entries(KINDS)) {
      if (dice < share) {
        kind = name as ActionKind;
        break;
      }
      dice -= share;
    }
    yield { kind, pick: random(), goesOn: random() < 0.7, text: `${user}-${number}` };
  }
}
