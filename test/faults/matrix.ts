import { isDeepStrictEqual } from "node:util";
import type { Way } from "../emulators/broken-call.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { Ending } from "./endings.ts";
import type { BrokenCall, Fault, MadeCall } from "./fault.ts";
import type { Entry, FaultFeature, FaultWorld } from "./feature.ts";
import { startEntry } from "./feature.ts";
import type { Ended } from "./invocations.ts";
import type { Tables } from "./state.ts";
import { bare, readTables } from "./state.ts";

/** A run that a broken one is compared with. */
export interface Undisturbed {
  readonly calls: readonly MadeCall[];
  /** The answer, the messages and the items right after the invocation, to the letter. */
  readonly left: unknown;
  readonly answer: Ended;
  /** The final state; `untouched`: without the invocation. */
  readonly final: FinalState;
  readonly untouched: FinalState;
}

/** Runs an entry without a fault. */
export async function undisturbed<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
): Promise<Undisturbed> {
  const run = await inWorld(feature, entry, async (world) => {
    const { ended, calls } = await invoke(world, entry, null);
    if (!isDone(ended)) throw new Error(`The undisturbed run fails: ${JSON.stringify(ended)}`);
    const left = await leftBy(world, ended);
    await settle(world, entry);
    return { calls, left, answer: ended, final: await finalState(world, entry, null) };
  });
  const untouched = await inWorld(feature, entry, async (world) => {
    entry.queue?.(world).lose();
    await settle(world, entry);
    return finalState(world, entry, null);
  });
  return { ...run, untouched };
}

/** What a broken run must not differ in; `expected` is the first of the permitted ones. */
export interface Compared {
  readonly seen: unknown;
  readonly expected: unknown;
}

/**
 * Runs an entry with one broken call, and lets its caller, the queues and the schedules go on.
 *
 * @returns what was seen and what was expected; equal texts if the system keeps its promises
 */
export async function broken<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  fault: Fault,
  ending: Ending,
  usual: Undisturbed,
): Promise<Compared> {
  return inWorld(feature, entry, async (world) => {
    const { ended } = await invoke(world, entry, fault);
    if (isMended(fault.way, usual.calls[fault.call - 1])) {
      return { seen: await leftBy(world, ended), expected: usual.left };
    }
    let last = ended;
    if (ending === "repeated") last = await repeated(world, entry, ended);
    if (ending === "abandoned") entry.queue?.(world).lose();
    await settle(world, entry);
    if (ending === "repeated_late") {
      last = await repeated(world, entry, ended);
      await settle(world, entry);
    }
    const made = usual.calls[fault.call - 1];
    if (made === undefined) throw new Error(`The entry makes no call ${fault.call}.`);
    const brokenCall: BrokenCall = { ...made, way: fault.way, ending };
    const comparable = (state: FinalState) => settledState(world, state, brokenCall);
    const final = comparable(await finalState(world, entry, brokenCall));
    const usualFinal = comparable(usual.final);
    if (ending === "abandoned" || entry.mayStay === true) {
      // A message that was lost is no dead letter.
      const [seen, untouched, expected] = [final, comparable(usual.untouched), usualFinal].map(
        ({ deadLetters: _, ...rest }) => rest,
      );
      return { seen, expected: isDeepStrictEqual(seen, untouched) ? untouched : expected };
    }
    const answer = (of: Ended) => answered(entry, of, usual, ending);
    return { seen: { final, answer: answer(last) }, expected: { final: usualFinal, answer: answer(usual.answer) } };
  });
}

/** Whether the SDK mends a broken call, so that the function does not notice. */
function isMended(way: Way, call: MadeCall | undefined): boolean {
  return call?.isRepeated === true && (way === "lost" || way === "throttled");
}

async function inWorld<W extends FaultWorld, T>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  act: (world: W) => Promise<T>,
): Promise<T> {
  const dynamo = await startDynamo();
  try {
    return await act(await startEntry(feature, entry, dynamo));
  } finally {
    await dynamo.close();
  }
}

function invoke<W extends FaultWorld>(world: W, entry: Entry<W>, fault: Fault | null) {
  return world.system.invocations.run(fault, () => entry.act(world));
}

/** Lets everything come to its end. What a request that only reads leaves is compared at once. */
async function settle<W extends FaultWorld>({ system }: W, { caller }: Entry<W>): Promise<void> {
  if (caller !== "reader") await system.settle();
}

/** Whether the caller has a final answer: a client and a schedule repeat what failed, SQS delivers the message again. */
function isDone(ended: Ended): boolean {
  if (ended.kind !== "answered") return false;
  const status = statusOf(ended);
  return status === null || (status < 500 && status !== 429);
}

function statusOf(ended: Ended): number | null {
  if (ended.kind !== "answered" || typeof ended.answer !== "object" || ended.answer === null) return null;
  return "status" in ended.answer ? (ended.answer as HttpAnswer).status : null;
}

const MAX_REPETITIONS = 3;

/** The caller's repetitions of an invocation that has not ended, a minute apart. SQS makes its own. */
async function repeated<W extends FaultWorld>(world: W, entry: Entry<W>, ended: Ended): Promise<Ended> {
  let last = ended;
  for (let count = 0; count < MAX_REPETITIONS && !isDone(last) && entry.caller !== "queue"; count += 1) {
    world.system.clock.forward(MINUTE);
    last = (await invoke(world, entry, null)).ended;
  }
  return last;
}

/** What a client sees of the last answer. Done later, it is of a later state: then only the status counts. */
function answered<W extends FaultWorld>(entry: Entry<W>, ended: Ended, usual: Undisturbed, ending: Ending): unknown {
  if (entry.caller === "queue" || entry.caller === "schedule") return null;
  const status = statusOf(ended);
  if (status === null || ended.kind !== "answered") return ended;
  if (entry.repeated.includes(status)) return { status: statusOf(usual.answer) };
  if (ending === "repeated_late" || entry.repeated.length > 0) return { status };
  const { body, headers } = ended.answer as HttpAnswer;
  return { status, location: bare(String(headers.location)), body: bare(JSON.stringify(body ?? null)) };
}

/** What an invocation leaves at once. A message whose sending was repeated counts once: its receiver can't know. */
async function leftBy<W extends FaultWorld>({ system, tables, effects }: W, ended: Ended): Promise<unknown> {
  return {
    ended,
    tables: await readTables(system.dynamo, tables),
    accepted: system.queues.map(({ accepted }) => [...new Set(accepted)]),
    effects: await effects?.(null),
  };
}

/** The state when all is done, without times and new ids. */
interface FinalState {
  readonly items: Tables;
  /** The number of messages in each queue. */
  readonly depths: readonly number[];
  readonly deadLetters: readonly string[];
  /** The requests to external sites. */
  readonly requested: readonly string[];
  readonly effects: unknown;
}

/** The state without what a repetition may change. */
function settledState<W extends FaultWorld>({ settled }: W, state: FinalState, brokenCall: BrokenCall): FinalState {
  if (settled === undefined) return state;
  const items = Object.entries(state.items).map(([name, texts]) => [
    name,
    texts.flatMap((text) => settled(text, brokenCall) ?? []).sort(),
  ]);
  return { ...state, items: Object.fromEntries(items) };
}

/** Reads the state. A key that was claimed for nothing expires: it is no state. */
async function finalState<W extends FaultWorld>(
  { system, tables, effects, requestsOnce = false }: W,
  { caller }: Entry<W>,
  brokenCall: BrokenCall | null,
): Promise<FinalState> {
  const { idempotency_keys: _keys, ...read } = await readTables(system.dynamo, tables);
  const items = Object.entries(read).map(([name, texts]) => [name, texts.map(bare).sort()]);
  return {
    items: Object.fromEntries(items),
    depths: system.queues.map((queue) => queue.depth()),
    deadLetters: system.queues.flatMap(({ deadLetters }) => deadLetters.map(bare)),
    requested: requestsOnce && caller !== "queue" ? system.invocations.requested.toSorted() : [],
    effects: bare(JSON.stringify((await effects?.(brokenCall)) ?? null)),
  };
}
