/** Runs work with the same key one after the other, in the order of the calls. */
export class KeyedLock {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work once all earlier work with the same key has ended, whether it succeeded or not. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = Promise.allSettled([this.#last.get(key)]).then(work);
    this.#last.set(key, result);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === result) this.#last.delete(key);
    }
  }
}
