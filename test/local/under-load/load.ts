/**
 * How much a test of the whole system under load has to bear: all of it in CI, a part of it on a desk, where somebody waits
 * for the answer. `CI=true npm test` is CI's.
 */
export function load(whole: number, part: number): number {
  return process.env.CI === "true" ? whole : part;
}
