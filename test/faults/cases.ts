import type { Way } from "../emulators/broken-call.ts";
import { WAYS } from "../emulators/broken-call.ts";
import { ENDINGS } from "./endings.ts";
import type { MadeCall } from "./fault.ts";
import { isRead } from "./fault.ts";
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
 * is the undisturbed call; it is tested with what overtakes an entry between the two attempts. A call to AWS that only reads is
 * refused: lost, it is the undisturbed call; timed out, it is refused; and after a death at it, the state is that after a death
 * at the call before it.
 */
export function waysOf(made: MadeCall): readonly Way[] {
  if (isRead(made)) return ["refused"];
  return made.isRepeated ? WAYS.filter((way) => way !== "throttled") : WAYS;
}

/**
 * Runs the cases of an entry, one after the other.
 *
 * @param waysAt the ways in which a call is broken, of those it has, by its index among the calls with an effect; -1 for a read
 */
export async function* casesOf<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  waysAt: (index: number) => readonly Way[],
): AsyncGenerator<Case> {
  const usual = await undisturbed(feature, entry);
  const endings = ENDINGS[entry.caller];
  const effects = usual.calls.filter((made) => !isRead(made));
  for (const [index, made] of usual.calls.entries()) {
    const ways = waysAt(effects.indexOf(made));
    for (const way of waysOf(made).filter((each) => ways.includes(each))) {
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
