/** The fields of an item by which its states are known. An item has them under the same names as the API's answer. */
interface ItemWithStates {
  readonly status?: unknown;
  readonly duplicate_of?: unknown;
  readonly unread?: unknown;
  readonly starred?: unknown;
  readonly gone_at?: unknown;
  readonly place?: unknown;
}

/** The progress of a place in a text: above the first number the text is begun, from the second on it is read to its end. */
const BEGUN_ABOVE = 0.02;
export const ENDED_FROM = 0.95;

/** The states in which an item has no work to be done any more. */
const ENDS: readonly unknown[] = ["done", "ready", "failed"];

/** The states that follow from an item's fields. */
const TOLD_BY = {
  failed: ({ status }) => status === "failed",
  pending: ({ status }) => !ENDS.includes(status),
  duplicate: ({ duplicate_of }) => typeof duplicate_of === "string",
  // As in reading-marks.ts: an item that was stored before the marks existed is unread.
  unread: ({ unread }) => unread !== false,
  starred: ({ starred }) => starred === true,
  gone: ({ gone_at }) => typeof gone_at === "string",
  begun: ({ place }) => {
    const { progress = 0 } = (place ?? {}) as { readonly progress?: number };
    return progress > BEGUN_ABOVE && progress < ENDED_FROM;
  },
} as const satisfies Readonly<Record<string, (item: ItemWithStates) => boolean>>;

/** The states of an item, by its fields. */
export type ToldState = keyof typeof TOLD_BY;

/**
 * The values of `is:`, in words of their own, so that the types of the packed client name no file of the API.
 * `untagged` follows from the item's searched tags.
 */
export const STATES = [
  "failed",
  "pending",
  "duplicate",
  "gone",
  "unread",
  "starred",
  "begun",
  "untagged",
] as const satisfies readonly (ToldState | "untagged")[];
export type State = (typeof STATES)[number];

/** The states of an item; without `untagged`. A state that `STATES` lacks does not compile. */
export function statesOf(item: ItemWithStates): readonly Exclude<State, "untagged">[] {
  return (Object.keys(TOLD_BY) as ToldState[]).filter((state) => TOLD_BY[state](item));
}
