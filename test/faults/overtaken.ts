import type { SQSBatchResponse } from "aws-lambda";
import { vi } from "vitest";
import { startDynamo } from "../emulators/dynamo.ts";
import type { Fault, MadeCall } from "./fault.ts";
import { isRead } from "./fault.ts";
import type { Entry, FaultFeature, FaultWorld, Overtaking } from "./feature.ts";
import { startEntry } from "./feature.ts";
import { reachedTwice } from "./final-state.ts";
import type { Ended } from "./invocations.ts";
import type { Compared } from "./matrix.ts";
import { callsOf } from "./matrix.ts";
import { readTables } from "./state.ts";

/**
 * How a call is broken before which an entry is overtaken, so that the entry goes on, or fails. With `lost`, the call itself
 * takes effect before the entry is overtaken, and the SDK repeats it afterwards.
 */
export type OvertakenWay = "throttled" | "refused" | "lost";

/** A case of an entry whose work is overtaken before one of its calls. */
export interface OvertakenCase extends Compared {
  readonly by: string;
  readonly before: string;
  readonly way: OvertakenWay;
}

/** The number of an entry's calls, and the index of its last update. */
export interface Place {
  readonly calls: number;
  readonly lastWrite: number;
}

/**
 * Runs an entry as often as it makes calls, for each of its `overtakenBy`: what overtakes it happens before the call, in
 * another invocation, and the entry goes on, or fails at the call. Before the first call, its message is late. From then on it
 * changes no work item, or nothing of what is to stay; before its first write, it makes no request, either. A call that the
 * SDK repeats is overtaken between two attempts, so that a write must tell what another invocation has left from what its own
 * first attempt may have left. An entry that fails renews its lease before it cleans up. An entry that would give its message
 * up, and goes on, deletes it. Nothing reaches a person twice.
 *
 * @param waysAt the ways in which a call is broken, by its index
 */
export async function* overtakenCases<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  waysAt: (made: MadeCall, index: number, place: Place) => readonly OvertakenWay[],
): AsyncGenerator<OvertakenCase> {
  if (entry.overtakenBy === undefined) return;
  const calls = await callsOf(feature, entry);
  const firstRequest = calls.findIndex(({ isRepeated }) => !isRepeated);
  const isWrite = ({ what }: MadeCall) => what.startsWith("Update");
  const firstWrite = calls.findIndex(isWrite);
  const lastWrite = calls.findLastIndex(isWrite);
  for (const [by, overtaking] of Object.entries(entry.overtakenBy)) {
    const { happens, stays } = typeof overtaking === "function" ? { happens: overtaking, stays: null } : overtaking;
    for (const [index, made] of calls.entries()) {
      const isLate = stays === null && (index === 0 || (index <= firstWrite && firstWrite < firstRequest));
      const ways = waysAt(made, index, { calls: calls.length, lastWrite });
      for (const way of made.isRepeated ? ways : ways.slice(0, 1)) {
        // What is free when the lost taking of it is repeated may be taken again.
        if (way === "lost" && (isRead(made) || index < firstRequest)) continue;
        const fault = made.isRepeated ? { call: index + 1, way } : null;
        const isBefore = fault?.way !== "lost";
        const goesOn = isBefore && fault?.way !== "refused";
        const isDeleted = entry.isGivenUp === true && stays === null && index <= lastWrite && goesOn;
        const meanwhile = { call: index + 1, isLate: isLate && isBefore, isDeleted, happens, stays };
        const compared = await overtaken(feature, entry, fault, meanwhile);
        yield { by, before: `${index + 1}: ${made.what}`, way, ...compared };
      }
    }
  }
}

/** What overtakes an entry, and before which of its calls. */
interface Meanwhile<W> extends Overtaking<W> {
  readonly call: number;
  /** Whether the entry must not request anything of other sites after it: its first write is refused. */
  readonly isLate: boolean;
  /** Whether the entry must delete its message. */
  readonly isDeleted: boolean;
}

async function overtaken<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  fault: Fault | null,
  { call, isLate, isDeleted, happens, stays }: Meanwhile<W>,
): Promise<Compared> {
  const dynamo = await startDynamo();
  // A lease is renewed on a timer of real time.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const world = await startEntry(feature, entry, dynamo);
    const { invocations } = world.system;
    const state = async () => ({
      items: stays === null ? await workItems(world) : await partsOf(world, stays),
      requested: isLate ? [...invocations.requested] : null,
    });
    let expected: unknown = null;
    const meanwhile = async () => {
      if ((await happens(world)) === false) return;
      expected = await state();
      // Only here, since who learns that the lease is lost may stop before the write that is to be refused.
      if (fault?.way === "refused") vi.runOnlyPendingTimers();
    };
    const { ended } = await invocations.run(fault, () => entry.act(world), {
      call,
      happens: () => invocations.apart(meanwhile),
    });
    if (expected === null) return { seen: null, expected };
    return {
      seen: { state: await state(), isReturned: isDeleted && isReturned(ended), twice: reachedTwice(world) },
      expected: { state: expected, isReturned: false, twice: [] },
    };
  } finally {
    vi.useRealTimers();
    await dynamo.close();
  }
}

/** Whether the entry returns its message to the queue. */
function isReturned(ended: Ended): boolean {
  return ended.kind !== "answered" || (ended.answer as SQSBatchResponse).batchItemFailures.length > 0;
}

/** The work items, to the letter. */
async function workItems<W extends FaultWorld>({ system, tables, isWorkItem = () => true }: W) {
  const read = await readTables(system.invocations, tables);
  return Object.values(read).map((items) => items.filter(isWorkItem));
}

/** The parts of items and messages that must stay. */
async function partsOf<W extends FaultWorld>({ system, tables }: W, stays: RegExp) {
  const items = Object.values(await readTables(system.invocations, tables)).flat();
  const messages = system.queues.flatMap(({ accepted }) => accepted);
  return [...items, ...messages].flatMap((text) => text.match(stays) ?? []);
}
