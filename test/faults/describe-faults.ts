import { describe, expect, it } from "vitest";
import type { Way } from "../emulators/broken-call.ts";
import { WAYS } from "../emulators/broken-call.ts";
import { IN_CI } from "../in-ci.ts";
import { casesOf } from "./cases.ts";
import type { FaultFeature, FaultWorld } from "./feature.ts";
import { overtakenCases } from "./overtaken.ts";

/**
 * The ways in which a run breaks a call, by the call's place. Runs other than CI's break every other call: they lose its
 * answer or die at it, in turn.
 */
function waysAt(index: number): readonly Way[] {
  if (IN_CI) return WAYS;
  if (index % 2 === 1) return [];
  return index % 4 === 0 ? ["lost"] : ["death"];
}

/** Before which calls an entry is overtaken: in runs other than CI's before the first one, the last one, and one between them. */
function isTried(index: number, calls: number): boolean {
  return IN_CI || [0, Math.floor(calls / 2), calls - 1].includes(index);
}

/**
 * The invariant of every entry point: whichever of its calls is broken, and in whichever way, the repetitions that its caller
 * makes, the queues and the schedules lead to the state of an undisturbed run. A call that the SDK repeats changes nothing at
 * all. An entry whose work is overtaken changes no work item any more.
 */
export function describeFaults<W extends FaultWorld>(feature: FaultFeature<W>): void {
  describe(`${feature.name}, with a broken call`, () => {
    const entries = feature.entries.map((entry) => [`${entry.of}, ${entry.when}`, entry] as const);
    it.each(entries)("%s: ends as if nothing had happened", async (_name, entry) => {
      for await (const { seen, expected, ...which } of casesOf(feature, entry, waysAt)) {
        expect({ ...which, seen }).toEqual({ ...which, seen: expected });
      }
    });

    const overtaken = entries.filter(([, { overtakenBy }]) => overtakenBy !== undefined);
    it.for(overtaken)("%s: changes nothing after it is overtaken", async ([, entry]) => {
      for await (const { seen, expected, ...which } of overtakenCases(feature, entry, isTried)) {
        expect({ ...which, seen }).toEqual({ ...which, seen: expected });
      }
    });
  });
}
