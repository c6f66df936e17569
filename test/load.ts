import { IN_CI } from "./in-ci.ts";

/** The size of a test that also asserts something at a smaller size: the whole in CI, a part in other runs. */
export function load(whole: number, part: number): number {
  return IN_CI ? whole : part;
}

/** The number of runs of a property, for `fc.assert`: the whole in CI, a quarter in other runs. */
export function runs(whole: number): { readonly numRuns: number } {
  return { numRuns: load(whole, Math.ceil(whole / 4)) };
}
