/** The fields that tell a thing's states. An item has them under the same names as the API's answer. */
interface ThingWithStates {
  readonly status?: unknown;
  readonly duplicate_of?: unknown;
}

/** The states in which nothing is to be done for a thing any more. */
const ENDS: readonly unknown[] = ["done", "ready", "failed"];

/** The states that a search may ask for, with what tells them. */
const TOLD_BY = {
  failed: ({ status }) => status === "failed",
  pending: ({ status }) => !ENDS.includes(status),
  duplicate: ({ duplicate_of }) => typeof duplicate_of === "string",
} as const satisfies Readonly<Record<string, (thing: ThingWithStates) => boolean>>;

/** The states of a thing that its fields tell. */
export type ToldState = keyof typeof TOLD_BY;

/** The values of `is:`. Whether a thing is `untagged`, its searched tags tell. */
export const STATES = ["failed", "pending", "duplicate", "untagged"] as const satisfies readonly (
  | ToldState
  | "untagged"
)[];
export type State = (typeof STATES)[number];

/** The states of a thing; without `untagged`. */
export function statesOf(thing: ThingWithStates): readonly ToldState[] {
  return (Object.keys(TOLD_BY) as ToldState[]).filter((state) => TOLD_BY[state](thing));
}
