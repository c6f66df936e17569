import type { BrokenCall } from "./fault.ts";
import type { Entry, FaultWorld } from "./feature.ts";
import type { Ended } from "./invocations.ts";
import type { Tables } from "./state.ts";
import { bare, readTables } from "./state.ts";

/** What an invocation leaves at once. A message whose sending was repeated counts once: its receiver can't know. */
export async function leftBy<W extends FaultWorld>({ system, tables, effects }: W, ended: Ended) {
  return {
    ended,
    tables: await readTables(system.invocations, tables),
    accepted: system.queues.map(({ accepted }) => [...new Set(accepted)]),
    effects: await effects?.(null),
  };
}

/** The state when all is done, without times and new ids. */
export interface FinalState {
  readonly items: Tables;
  /** The number of messages in each queue. */
  readonly depths: readonly number[];
  readonly deadLetters: readonly string[];
  /** The requests to external sites. */
  readonly requested: readonly string[];
  readonly reachedTwice: readonly string[];
  readonly effects: unknown;
}

/** What has reached a person twice. */
export function reachedTwice({ reached = () => [] }: FaultWorld): readonly string[] {
  const all = reached();
  return all.filter((one, index) => all.indexOf(one) < index);
}

/** The state without what a repetition may change. */
export function settledState<W extends FaultWorld>(
  { settled }: W,
  state: FinalState,
  brokenCall: BrokenCall,
): FinalState {
  if (settled === undefined) return state;
  const items = Object.entries(state.items).map(([name, texts]) => [
    name,
    texts.flatMap((text) => settled(text, brokenCall) ?? []).sort(),
  ]);
  return { ...state, items: Object.fromEntries(items) };
}

/** Reads the state. A key that was claimed for nothing expires: it is no state. */
export async function finalState<W extends FaultWorld>(
  world: W,
  { caller }: Entry<W>,
  brokenCall: BrokenCall | null,
): Promise<FinalState> {
  const { system, tables, effects, requestsOnce = false } = world;
  const { idempotency_keys: _keys, ...read } = await readTables(system.invocations, tables);
  const items = Object.entries(read).map(([name, texts]) => [name, texts.map(bare).sort()]);
  return {
    items: Object.fromEntries(items),
    depths: system.queues.map((queue) => queue.depth()),
    deadLetters: system.queues.flatMap(({ deadLetters }) => deadLetters.map(bare)),
    requested: requestsOnce && caller !== "queue" ? system.invocations.requested.toSorted() : [],
    reachedTwice: reachedTwice(world),
    effects: bare(JSON.stringify((await effects?.(brokenCall)) ?? null)),
  };
}
