import { describe, expect, it } from "vitest";
import { DeliveredStates, MOST_KNOWN } from "../../lambdas/changes/delivered-states.ts";
import type { Change } from "../../lambdas/changes/routes.ts";

/** What became of an item, as far as a fingerprint tells. */
const change = (id: number, changed_at = "2026-03-01T00:00:00.000Z") =>
  ({ type: "bookmark", id: `item-${id}`, deleted: true, changed_at, item: null }) as Change;

const none = { before: "", met: "" };

describe("the states that a follower has got", () => {
  it("lose the oldest changes first when they are too many, by the latest entry of each item", () => {
    const states = DeliveredStates.decode(none);
    for (let id = 0; id < MOST_KNOWN; id += 1) states.meet(change(id), true);
    // The first is the latest now, so that the second is the oldest.
    states.meet(change(0), true);
    states.meet(change(MOST_KNOWN), true);
    for (const kept of [states.inPass, states.atEnd]) {
      const isKnown = (id: number) => DeliveredStates.decode({ ...none, ...kept }).meet(change(id), true);
      expect([isKnown(0), isKnown(1), isKnown(2), isKnown(MOST_KNOWN)]).toEqual([true, false, true, true]);
    }
  });

  it.each([
    [MOST_KNOWN - 1, [true, false, true]],
    [MOST_KNOWN, [true, false, false]],
    [MOST_KNOWN + 1, [false, false, false]],
  ])("lose those of this pass before %i that it has not met yet, which are later", (earlier, known) => {
    const states = DeliveredStates.of(Array.from({ length: earlier }, (_, id) => change(id)));
    for (const id of [1_000, 1_001]) states.meet(change(id), true);
    const kept = DeliveredStates.decode(states.inPass);
    expect([0, 1_000, 1_001].map((id) => kept.meet(change(id), true))).toEqual(known);
  });
});
