import { isDeepStrictEqual } from "node:util";
import { RECONCILE_GRACE_MS } from "../../lambdas/shared/work/reconcile.ts";
import type { Way } from "../emulators/broken-call.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { unknownOfPeople } from "../users/kept-of-people.ts";
import type { Ending } from "./endings.ts";
import type { BrokenCall, Fault, MadeCall } from "./fault.ts";
import type { Entry, FaultFeature, FaultWorld } from "./feature.ts";
import { startEntry } from "./feature.ts";
import type { FinalState } from "./final-state.ts";
import { finalState, leftBy, settledState } from "./final-state.ts";
import type { Ended } from "./invocations.ts";
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
  /** How many messages reconcile sends. */
  readonly resent: number;
}

/**
 * Runs an entry without a fault.
 *
 * @throws Error if the run
 * - fails, keeps a lease, leaves a work item that waits for ever, or begins anew instead of continuing;
 * - changes nothing although its end may be that of no invocation;
 * - leaves what names a person and docs/people.md lacks;
 * - leaves to reconcile what it began: a message was not sent, or before its work item was stored, or work was acknowledged
 *   undone;
 * - has a message for a work item that is not overdue, and that reconcile sends
 */
export async function undisturbed<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
): Promise<Undisturbed> {
  const run = await inWorld(feature, entry, async (world) => {
    const before = await readTables(world.system.invocations, world.tables);
    const sentBefore = sentIn(world);
    const { ended, calls } = await invoke(world, entry, null);
    if (!isDone(ended)) throw new Error(`The undisturbed run fails: ${JSON.stringify(ended)}`);
    const { requested } = world.system.invocations;
    if (requested.length - new Set(requested).size > (entry.requestsAgain ?? requested.length)) {
      throw new Error(`The run begins anew instead of continuing: ${requested.join(", ")}`);
    }
    const left = await leftBy(world, ended);
    const unknown = unknownOfPeople(left.tables, world.system.queues);
    if (unknown.length > 0) throw new Error(`A person is named, and test/users/kept-of-people.ts lacks it: ${unknown}`);
    if (entry.mayStay === true && isDeepStrictEqual(left.tables, before)) {
      throw new Error("The undisturbed run changes nothing, although its end may be that of no invocation.");
    }
    const isSending = sentIn(world) > sentBefore;
    return { calls, left, answer: ended, isSending, ...(await settled(world, entry)) };
  });
  const untouched = await inWorld(feature, entry, async (world) => {
    const { system } = world;
    if (entry.queue !== undefined) {
      entry.queue(world).lose();
      const { resent } = system;
      await system.reconcile();
      if (system.resent > resent) throw new Error("Reconcile sends the message of a work item that is not overdue.");
    }
    return settled(world, entry);
  });
  if (run.isSending) {
    const resent = await inWorld(feature, entry, (world) => resentIfReceivedAtOnce(world, entry));
    if (resent > run.resent)
      throw new Error("A message is sent before its work item is stored: it is received in vain.");
  }
  if (run.resent > untouched.resent) throw new Error(`Reconcile sends ${run.resent} messages in the undisturbed run.`);
  // A world without queues has no workers.
  const isWorked = run.final.depths.length > 0;
  const waiting = itemsOf(run.final).filter((item) => isWorked && WAITS_FOR_WORK.test(item));
  if (waiting.length > 0) throw new Error(`A work item waits for work that nobody does: ${waiting.join(", ")}`);
  if (leasesIn(run.final) > leasesIn(untouched.final)) throw new Error("A lease is not released.");
  return { ...run, untouched: untouched.final };
}

/** The calls of an entry without a fault. */
export async function callsOf<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
): Promise<readonly MadeCall[]> {
  const { calls } = await inWorld(feature, entry, (world) => invoke(world, entry, null));
  return calls;
}

/** How many messages the queues have accepted. */
function sentIn({ system }: FaultWorld): number {
  return system.queues.reduce((sum, { accepted }) => sum + accepted.length, 0);
}

/**
 * Runs an entry each of whose messages is received before its next call. @returns how many messages reconcile sends when
 * work without a message is overdue
 */
async function resentIfReceivedAtOnce<W extends FaultWorld>(world: W, entry: Entry<W>): Promise<number> {
  const { system } = world;
  for (const queue of system.queues) queue.isReceivedAtOnce = true;
  await invoke(world, entry, null);
  for (const queue of system.queues) queue.isReceivedAtOnce = false;
  const before = system.resent;
  system.clock.forward(RECONCILE_GRACE_MS + MINUTE);
  await system.reconcile();
  return system.resent - before;
}

/** What the item of a saved item or a delivery, of a job with a run, and of a product has while its work is to be done. */
const WAITS_FOR_WORK = /"status":"pending"|"active":\{|"pending_id":/;

function itemsOf({ items }: FinalState): readonly string[] {
  return Object.values(items).flat();
}

/** How many leases have a holder. */
function leasesIn(state: FinalState): number {
  return itemsOf(state).filter((item) => /"lease_holder":/.test(item)).length;
}

/** Lets everything come to its end. @returns the final state, and how many messages reconcile sent on the way */
async function settled<W extends FaultWorld>(world: W, entry: Entry<W>) {
  const before = world.system.resent;
  await settle(world, entry);
  return { final: await finalState(world, entry, null), resent: world.system.resent - before };
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
    const resentBefore = world.system.resent;
    await settle(world, entry);
    const resent = world.system.resent - resentBefore;
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
    // SQS delivers the message again: nothing is left to reconcile, unless it was acknowledged too early.
    const isLeft = entry.caller === "queue" && world.mayBeLeft !== true && resent > usual.resent;
    return {
      seen: { final, answer: answer(last), isLeft },
      expected: { final: usualFinal, answer: answer(usual.answer), isLeft: false },
    };
  });
}

/** Whether the SDK repeats a broken call, so that the function does not notice. */
function isMended(way: Way, call: MadeCall | undefined): boolean {
  return call?.isRepeated === true && way === "lost";
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
