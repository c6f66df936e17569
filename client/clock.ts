/** The client's only source of time; tests pass their own and never wait. */
export interface Clock {
  now(): Date;
  /** Resolves after this many milliseconds. @throws the signal's reason when that is aborted first */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once after this many milliseconds. @returns a function that cancels it */
  alarm(milliseconds: number, ring: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, milliseconds);
      function abort(): void {
        clearTimeout(timer);
        reject(signal?.reason);
      }
      signal?.addEventListener("abort", abort, { once: true });
    }),
  alarm: (milliseconds, ring) => {
    const timer = setTimeout(ring, milliseconds);
    return () => clearTimeout(timer);
  },
};
