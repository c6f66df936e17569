import { IN_CI } from "../../in-ci.ts";

/**
 * The load of a test of the whole system: all of it in CI, a part of it in other runs, which are shorter. `CI=true npm test`
 * has the load of CI.
 */
export function load(whole: number, part: number): number {
  return IN_CI ? whole : part;
}
