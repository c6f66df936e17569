import fc from "fast-check";

/** A feature whose histories are searched for one that the feature's model can't explain. */
export interface HistoryFeature {
  readonly name: string;
  /**
   * Runs histories.
   *
   * @param seed the same seed generates the same histories
   * @throws Error with the seed and the shortest history that was found, if the model can't explain one
   */
  readonly search: (settings: { readonly runs: number; readonly seed: number }) => Promise<void>;
}

/**
 * @param histories generates histories: lists of steps in plain data
 * @param run runs a history in empty tables, and throws at the first observation that the model can't explain
 */
export function historyFeature<S>(
  name: string,
  histories: fc.Arbitrary<readonly S[]>,
  run: (steps: readonly S[]) => Promise<void>,
): HistoryFeature {
  return {
    name,
    search: ({ runs, seed }) => fc.assert(fc.asyncProperty(histories, run), { numRuns: runs, seed }),
  };
}
