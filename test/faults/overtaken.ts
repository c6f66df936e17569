import { startDynamo } from "../emulators/dynamo.ts";
import type { Entry, FaultFeature, FaultWorld } from "./feature.ts";
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
 * item; a late message makes no request, either.
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
  for (const [by, happens] of Object.entries(entry.overtakenBy)) {
    for (const [index, { what }] of calls.entries()) {
      if (!isTried(index, calls.length)) continue;
      const compared = await overtaken(feature, entry, { call: index + 1, happens });
      yield { by, before: `${index + 1}: ${what}`, ...compared };
    }
  }
}

async function overtaken<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  { call, happens }: { readonly call: number; readonly happens: (world: W) => Promise<unknown> },
): Promise<Compared> {
  const dynamo = await startDynamo();
  try {
    const world = await startEntry(feature, entry, dynamo);
    const { invocations } = world.system;
    // A late message requests nothing of other sites, either.
    const state = async () => ({
      items: await workItems(world),
      requested: call === 1 ? [...invocations.requested] : null,
    });
    let expected: unknown = null;
    const meanwhile = async () => {
      if ((await happens(world)) !== false) expected = await state();
    };
    await invocations.run(null, () => entry.act(world), {
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
