import type { Way } from "../emulators/broken-call.ts";
import { WAYS } from "../emulators/broken-call.ts";
import { ENDINGS } from "./endings.ts";
import type { MadeCall } from "./fault.ts";
import type { Entry, FaultFeature, FaultWorld } from "./feature.ts";
import type { Compared } from "./matrix.ts";
import { broken, undisturbed } from "./matrix.ts";

/** A case of an entry, with what it has come to. */
export interface Case extends Compared {
  /** The number of the broken call, and the call in words. */
  readonly call: string;
  readonly way: Way;
  readonly ending: string;
}

/**
 * The ways in which a call is broken. A throttled call that the SDK repeats has no effect but that of its second attempt, which
 * is the undisturbed call; it is tested with what overtakes an entry between the two attempts.
 */
export function waysOf({ isRepeated }: MadeCall): readonly Way[] {
  return isRepeated ? WAYS.filter((way) => way !== "throttled") : WAYS;
}

/** Runs the cases of an entry, one after the other. @param waysAt the ways in which the call of an index is broken, of those it has */
export async function* casesOf<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  waysAt: (index: number) => readonly Way[],
): AsyncGenerator<Case> {
  const usual = await undisturbed(feature, entry);
  const endings = ENDINGS[entry.caller];
  for (const [index, made] of usual.calls.entries()) {
    for (const way of waysOf(made).filter((each) => waysAt(index).includes(each))) {
      const fault = { call: index + 1, way };
      // Every way and every call meets each of the endings in turn; to try all of them with each takes twice as long.
      const ending = endings[(index + WAYS.indexOf(way)) % endings.length] ?? endings[0];
      yield {
        call: `${fault.call}: ${made.what}`,
        way,
        ending,
        ...(await broken(feature, entry, fault, ending, usual)),
      };
    }
  }
}
