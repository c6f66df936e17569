import { describe, expect, it } from "vitest";
import type { Way } from "../emulators/broken-call.ts";
import { WAYS } from "../emulators/broken-call.ts";
import { IN_CI } from "../in-ci.ts";
import { casesOf } from "./cases.ts";
import type { MadeCall } from "./fault.ts";
import { isRead } from "./fault.ts";
import type { FaultFeature, FaultWorld } from "./feature.ts";
import type { OvertakenWay, Place } from "./overtaken.ts";
import { overtakenCases } from "./overtaken.ts";

/**
 * The ways in which a run breaks a call, by the call's place. Runs other than CI's break every other call with an effect: they
 * lose its answer or die at it, in turn.
 */
function waysAt(index: number): readonly Way[] {
  if (IN_CI) return WAYS;
  if (index % 2 === 1) return [];
  return index % 4 === 0 ? ["lost"] : ["death"];
}

/**
 * The ways in which a call is broken before which an entry is overtaken. Runs other than CI's overtake it before the first
 * call, before a write and within the next one in turn, at the last update in both ways, and let it fail at one call only.
 */
function overtakenWaysAt(made: MadeCall, index: number, { calls, lastWrite }: Place): readonly OvertakenWay[] {
  if (IN_CI) return ["throttled", "refused", "lost"];
  const isMiddle = index === Math.floor(calls / 2);
  if (!made.isRepeated || isRead(made)) return isMiddle ? ["refused"] : index === 0 ? ["throttled"] : [];
  if (isMiddle) return ["throttled", "lost", "refused"];
  if (index === lastWrite) return ["throttled", "lost"];
  return index % 2 === 0 ? ["throttled"] : ["lost"];
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
        expect({ ...which, seen }, JSON.stringify(which)).toEqual({ ...which, seen: expected });
      }
    });

    const overtaken = entries.filter(([, { overtakenBy }]) => overtakenBy !== undefined);
    it.for(overtaken)("%s: changes nothing after it is overtaken", async ([, entry]) => {
      for await (const { seen, expected, ...which } of overtakenCases(feature, entry, overtakenWaysAt)) {
        expect({ ...which, seen }, JSON.stringify(which)).toEqual({ ...which, seen: expected });
      }
    });
  });
}
