import { expect, it } from "vitest";
import { FAULT_FEATURES } from "../every-feature.ts";
import { PLANTED_DEFECTS } from "./every-defect.ts";
import { occurrences } from "./planted-defect.ts";

// After a change of such a text: repair the defect, and see that the matrix still finds it
// (npx node test/faults/planted/run.ts --only "<a part of its words>").
it.each(PLANTED_DEFECTS)("$feature, $what: has its text once in its file", (defect) => {
  expect(occurrences(defect)).toBe(1);
  expect(defect.replacement).not.toBe(defect.text);
  expect(FAULT_FEATURES.map(({ name }) => name)).toContain(defect.feature);
});

it("are told apart by feature and words", () => {
  const names = PLANTED_DEFECTS.map(({ feature, what }) => `${feature}, ${what}`);
  expect(new Set(names).size).toBe(names.length);
});
