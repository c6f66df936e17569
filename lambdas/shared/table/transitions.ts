import type { Condition } from "./expression.ts";
import { any, is } from "./expression.ts";
import type { Changes, Update } from "./update.ts";

interface StoredState {
  /** Whether a stored item is in the state. */
  readonly holds: Condition;
  /** What a write into the state changes, unless the writer says so itself. */
  readonly enter: Pick<Changes, "set" | "remove">;
}

/**
 * The legal transitions of one kind of item, by their names. `move` makes the writes of them, and docs/transitions.md
 * shows all.
 */
export interface Transitions<State extends string = string, Name extends string = string> {
  /** The item, as the document names it. */
  readonly of: string;
  readonly states: Readonly<Record<State, StoredState>>;
  readonly moves: Readonly<Record<Name, Transition<State>>>;
}

/** One row of the table. */
interface Transition<State> {
  readonly from: readonly State[];
  readonly to: State;
  /** What else the write requires, in words; the writer adds these conditions. */
  readonly when: string;
}

/** States that one attribute names. */
export function statesOf<State extends string>(attribute: string, states: readonly State[]) {
  const entries = states.map((state) => [
    state,
    { holds: is(attribute, state), enter: { set: { [attribute]: state } } },
  ]);
  return Object.fromEntries(entries) as Record<State, StoredState>;
}

/**
 * A table of transitions, with its types.
 *
 * @example
 * export const STOCK = transitions("Stock", statesOf("status", ["pending", "ready", "failed"]), {
 *   fail: { from: ["pending"], to: "failed", when: "the fetch is the latest" },
 *   complete: { from: ["pending", "failed"], to: "ready", when: "the fetch is the latest" },
 * });
 */
export function transitions<State extends string, Name extends string>(
  of: string,
  states: Readonly<Record<State, StoredState>>,
  moves: Readonly<Record<Name, Transition<NoInfer<State>>>>,
): Transitions<State, Name> {
  return { of, states, moves };
}

/**
 * The write of a transition: it requires one of the states that the table names, and enters the other.
 *
 * @param update what else it changes and requires
 *
 * @example
 * await updateItem(client, where, move(STOCK, "fail", {
 *   set: { failure_code: code, updated_at: at },
 *   when: [is("fetch_id", fetchId)],
 *   ownWrite: [is("fetch_id", fetchId), is("status", "failed"), is("updated_at", at)],
 * }));
 */
export function move<State extends string, Name extends string>(
  { states, moves }: Transitions<State, Name>,
  name: NoInfer<Name>,
  update: Update,
): Update {
  const { from, to } = moves[name];
  const { set, remove = [] } = states[to].enter;
  const isSet = (attribute: string) => update.set?.[attribute] !== undefined;
  return {
    ...update,
    set: { ...set, ...update.set },
    remove: [...remove.filter((attribute) => !isSet(attribute)), ...(update.remove ?? [])],
    when: [any(...from.map((state) => states[state].holds)), ...update.when],
  };
}
