/** Lets the calls of several requests through one at a time, in a chosen order, so that an interleaving can be repeated. */
export interface Turnstile {
  /** Makes a call when it is its turn. */
  pass<T>(call: () => Promise<T>): Promise<T>;
  /** Runs the requests, each of which makes one call after the other. */
  run<T>(requests: readonly (() => Promise<T>)[]): Promise<T[]>;
}

/** @param choose returns which of the waiting calls is next, by its index */
export function turnstile(choose: (waiting: number) => number): Turnstile {
  const line: (() => void)[] = [];
  let running = 0;

  /** Opens when every running request is waiting: then nothing else can happen before the next call. */
  function open(): void {
    if (line.length === 0 || line.length < running) return;
    const [next] = line.splice(choose(line.length), 1);
    next?.();
  }

  return {
    async pass(call) {
      await new Promise<void>((resolve) => {
        line.push(resolve);
        open();
      });
      return call();
    },
    async run(requests) {
      running += requests.length;
      return Promise.all(
        requests.map(async (request) => {
          try {
            return await request();
          } finally {
            running -= 1;
            open();
          }
        }),
      );
    },
  };
}
