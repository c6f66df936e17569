/** Something that happened to the state of a model, with what was observed of it. */
export type Event<S> = (state: S) => readonly S[];

/**
 * The states in which a reference model may be. An answer that was lost, or work in the background, leaves several; each
 * observation removes those that contradict it.
 */
export class PossibleStates<S> {
  #states: readonly S[];

  constructor(start: S) {
    this.#states = [start];
  }

  /**
   * Applies events that happened at the same time: in any order.
   *
   * @throws Error if no order of the events explains what was observed
   */
  happened(events: readonly Event<S>[], description: () => string): void {
    const after = orders(events).flatMap((order) =>
      order.reduce<readonly S[]>((states, event) => distinct(states.flatMap((state) => event(state))), this.#states),
    );
    if (after.length === 0) {
      throw new Error(`No order explains ${description()}; possible before: ${JSON.stringify(this.#states, null, 1)}`);
    }
    this.#states = distinct(after);
  }

  /** The states, at least one. */
  get all(): readonly S[] {
    return this.#states;
  }
}

function distinct<S>(states: readonly S[]): readonly S[] {
  return [...new Map(states.map((state) => [JSON.stringify(state), state])).values()];
}

function orders<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= 1) return [all];
  return all.flatMap((first, index) => orders(all.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
