import { describe, expect, it } from "vitest";
import type { Action } from "./actions.ts";
import { userActions } from "./actions.ts";
import { planFaults } from "./plan.ts";

const TEN_MINUTES = 600_000;
const ACTIONS = 500;

function actions(seed: number, user: number): Action[] {
  const generator = userActions(seed, user);
  return Array.from({ length: ACTIONS }, () => generator.next().value);
}

describe("the plan of a run", () => {
  it("has the same faults and actions for the same seed, and others for another", () => {
    expect(planFaults(7, TEN_MINUTES)).toEqual(planFaults(7, TEN_MINUTES));
    expect(planFaults(8, TEN_MINUTES)).not.toEqual(planFaults(7, TEN_MINUTES));
    expect(actions(7, 1)).toEqual(actions(7, 1));
    expect(actions(8, 1)).not.toEqual(actions(7, 1));
    expect(actions(7, 2)).not.toEqual(actions(7, 1));
  });

  it("has every kind of fault in ten minutes, all within them", () => {
    const faults = planFaults(1, TEN_MINUTES);
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(
      new Set(["kill", "stop", "freeze", "slow_disk", "full_disk", "purge", "sites"]),
    );
    expect(faults.map(({ at }) => at)).toEqual(faults.map(({ at }) => at).sort((one, other) => one - other));
    expect(faults.at(-1)?.at).toBeLessThan(TEN_MINUTES);
  });

  it("has every kind of action for each user", () => {
    const kinds = new Set(actions(1, 0).map(({ kind }) => kind));
    expect(kinds.size).toBe(9);
    const texts = [...actions(1, 0), ...actions(1, 1)].map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
