import { is } from "../table/expression.ts";
import { PENDING_ATTRIBUTES } from "../work/pending-index.ts";

/** What a kind adds to the states of its items. */
interface MoreOfStates<State extends string> {
  /** The attributes that every write into a state sets, beside the status. */
  readonly set?: Readonly<Partial<Record<State, Readonly<Record<string, unknown>>>>>;
  /** The attributes beside `failure` that only a failed item has. */
  readonly failedAttributes?: readonly string[];
}

/**
 * The states of a kind of saved items, for its table of transitions: those in which the work is to be done, the one in which
 * it is done, and `failed`. Only an item whose work is to be done is in index `pending`, and only a failed one has a failure.
 */
export function itemStates<const Working extends string, const Done extends string>(
  working: readonly Working[],
  done: Done,
  { set, failedAttributes = [] }: MoreOfStates<Working | Done | "failed"> = {},
) {
  type State = Working | Done | "failed";
  const failure = ["failure", ...failedAttributes];
  const state = (status: State, remove: readonly string[], more: object = {}) => {
    return [
      status,
      { holds: is("status", status), enter: { set: { status, ...more, ...set?.[status] }, remove } },
    ] as const;
  };
  const states = [
    ...working.map((status) => state(status, failure)),
    state(done, [...PENDING_ATTRIBUTES, ...failure]),
    state("failed", PENDING_ATTRIBUTES, { reconcile_rounds: 0 }),
  ];
  return Object.fromEntries(states) as Record<State, (typeof states)[number][1]>;
}
