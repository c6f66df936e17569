import { startDynamo } from "../emulators/dynamo.ts";
import type { MadeCall } from "./fault.ts";
import type { Entry, FaultFeature, FaultWorld, Overtaking } from "./feature.ts";
import { startEntry } from "./feature.ts";
import type { Compared } from "./matrix.ts";
import { callsOf } from "./matrix.ts";
import { readTables } from "./state.ts";

/** A case of an entry whose work is overtaken before one of its calls. */
export interface OvertakenCase extends Compared {
  readonly by: string;
  readonly before: string;
}

/**
 * Runs an entry as often as it makes calls, for each of its `overtakenBy`: what overtakes it happens before the call, in
 * another invocation, and the entry goes on. Before the first call, its message is late. From then on it changes no work
 * item, or nothing of what is to stay; before its first write, it makes no request, either. A call that the SDK repeats is overtaken between two attempts,
 * so that a write must tell what another invocation has left from what its own first attempt may have left.
 *
 * @param isTried whether what overtakes happens before the call of an index, out of a number of calls
 */
export async function* overtakenCases<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  isTried: (index: number, calls: number) => boolean,
): AsyncGenerator<OvertakenCase> {
  if (entry.overtakenBy === undefined) return;
  const calls = await callsOf(feature, entry);
  const firstRequest = calls.findIndex(({ isRepeated }) => !isRepeated);
  const firstWrite = calls.findIndex(({ what }) => what.startsWith("Update"));
  for (const [by, overtaking] of Object.entries(entry.overtakenBy)) {
    const { happens, stays } = typeof overtaking === "function" ? { happens: overtaking, stays: null } : overtaking;
    for (const [index, made] of calls.entries()) {
      if (!isTried(index, calls.length)) continue;
      const isLate = stays === null && (index === 0 || (index <= firstWrite && firstWrite < firstRequest));
      const compared = await overtaken(feature, entry, { ...made, call: index + 1, isLate, happens, stays });
      yield { by, before: `${index + 1}: ${made.what}`, ...compared };
    }
  }
}

/** What overtakes an entry, and before which of its calls. */
interface Meanwhile<W> extends Overtaking<W> {
  readonly call: number;
  /** Whether the entry must not request anything of other sites after it: its first write is refused. */
  readonly isLate: boolean;
}

async function overtaken<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  { call, isRepeated, isLate, happens, stays }: Meanwhile<W> & MadeCall,
): Promise<Compared> {
  const dynamo = await startDynamo();
  try {
    const world = await startEntry(feature, entry, dynamo);
    const { invocations } = world.system;
    const state = async () => ({
      items: stays === null ? await workItems(world) : await partsOf(world, stays),
      requested: isLate ? [...invocations.requested] : null,
    });
    let expected: unknown = null;
    const meanwhile = async () => {
      if ((await happens(world)) !== false) expected = await state();
    };
    await invocations.run(isRepeated ? { call, way: "throttled" } : null, () => entry.act(world), {
      call,
      happens: () => invocations.apart(meanwhile),
    });
    return expected === null ? { seen: null, expected } : { seen: await state(), expected };
  } finally {
    await dynamo.close();
  }
}

/** The work items, to the letter. */
async function workItems<W extends FaultWorld>({ system, tables, isWorkItem = () => true }: W) {
  const read = await readTables(system.dynamo, tables);
  return Object.values(read).map((items) => items.filter(isWorkItem));
}

/** The parts of items that must stay. */
async function partsOf<W extends FaultWorld>({ system, tables }: W, stays: RegExp) {
  const items = Object.values(await readTables(system.dynamo, tables)).flat();
  return items.flatMap((item) => item.match(stays) ?? []);
}
