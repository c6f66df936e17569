import { expect, it } from "vitest";
import { redriveAfter } from "../../../console/operations/queues/redrive-progress.ts";

const START = { from: 5, left: 5, fellAt: 1_000_000 };
const MINUTE_MS = 60_000;

it("a redrive is done when no dead letter is left", () => {
  expect(redriveAfter(START, 0, START.fellAt)).toBe("done");
});

it("a redrive goes on while the dead letters become fewer, however long it takes", () => {
  const later = redriveAfter(START, 3, START.fellAt + MINUTE_MS);
  expect(later).toEqual({ from: 5, left: 3, fellAt: START.fellAt + MINUTE_MS });
  expect(
    redriveAfter({ ...START, left: 3, fellAt: START.fellAt + MINUTE_MS }, 3, START.fellAt + 2 * MINUTE_MS),
  ).toEqual(later);
});

it("a redrive whose letters fail again is followed no longer than two minutes", () => {
  expect(redriveAfter(START, 6, START.fellAt + MINUTE_MS)).toEqual({ ...START, from: 6, left: 6 });
  expect(redriveAfter(START, 5, START.fellAt + 2 * MINUTE_MS)).toBe("stalled");
});
