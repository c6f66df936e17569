/** Lets what concerns the same thing happen one after the other, in the order in which it was asked for. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when everything asked for before on the same thing has ended, well or not. */
  async take<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const turn = Promise.allSettled([this.#last.get(thing)]).then(work);
    this.#last.set(thing, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(thing) === turn) this.#last.delete(thing);
    }
  }
}
