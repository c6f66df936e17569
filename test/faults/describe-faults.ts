import { describe, expect, it } from "vitest";
import type { Way } from "../emulators/broken-call.ts";
import { WAYS } from "../emulators/broken-call.ts";
import { IN_CI } from "../in-ci.ts";
import { ENDINGS } from "./endings.ts";
import type { Entry, FaultFeature, FaultWorld } from "./feature.ts";
import { broken, undisturbed } from "./matrix.ts";

/** The ways in which a run breaks a call, by the call's place. Runs other than CI's lose its answer or die at it, in turn. */
function waysAt(index: number): readonly Way[] {
  if (IN_CI) return WAYS;
  return index % 2 === 0 ? ["lost"] : ["death"];
}

/**
 * The invariant of every entry point: whichever of its calls is broken, and in whichever way, the repetitions that its caller
 * makes, the queues and the schedules lead to the state of an undisturbed run. A call that the SDK repeats changes nothing at
 * all.
 */
export function describeFaults<W extends FaultWorld>(feature: FaultFeature<W>): void {
  describe(`${feature.name}, with a broken call`, () => {
    const entries = feature.entries.map((entry) => [`${entry.of}, ${entry.when}`, entry] as const);
    it.each(entries)("%s: ends as if nothing had happened", async (_name, entry) => {
      await expectSameEnd(feature, entry);
    });
  });
}

async function expectSameEnd<W extends FaultWorld>(feature: FaultFeature<W>, entry: Entry<W>): Promise<void> {
  const usual = await undisturbed(feature, entry);
  const endings = ENDINGS[entry.caller];
  for (const [index, made] of usual.calls.entries()) {
    for (const way of waysAt(index)) {
      const fault = { call: index + 1, way };
      // Every way and every call meets each of the endings in turn; to try all of them with each takes twice as long.
      const ending = endings[(index + WAYS.indexOf(way)) % endings.length] ?? endings[0];
      const { seen, expected } = await broken(feature, entry, fault, ending, usual);
      const which = { call: `${fault.call}: ${made.what}`, way, ending };
      expect({ ...which, seen }).toEqual({ ...which, seen: expected });
    }
  }
}
