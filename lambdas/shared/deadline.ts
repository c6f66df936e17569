import { AsyncLocalStorage } from "node:async_hooks";

/** The part of Lambda's context that is read. Tests that give none have no deadline. */
export interface RemainingTime {
  getRemainingTimeInMillis?: () => number;
}

/** The work was not done at the deadline. An HTTP function answers 503; a message is received again. */
class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";

  constructor() {
    super("The invocation's deadline passed before the work was done.");
  }
}

/** The time at which the work of an invocation ends, done or not. */
export interface Deadline {
  /**
   * Runs work until the deadline. Then the calls that the work makes are aborted: those of AWS clients and of the outbound
   * fetch, at any depth.
   *
   * @throws DeadlinePassed when the deadline passes before the work is done
   */
  run<T>(work: () => Promise<T> | T): Promise<T>;
  /** Ends the deadline's timer, and the calls that its work has left running: none may continue in the next invocation. */
  end(): void;
}

/**
 * Milliseconds before Lambda's time-out at which an invocation stops its work: enough to build an answer and write the
 * log on the 0.14 of a core that a function of 256 MB has.
 */
export const ANSWER_MARGIN_MS = 1_000;

/** Aborts what an invocation has left running. It is made once, since each error's stack trace takes time. */
const OVER = new DeadlinePassed();

const current = new AsyncLocalStorage<AbortSignal>();

/** The signal that aborts the calls of the current work; undefined outside `Deadline.run`. */
export function deadlineSignal(): AbortSignal | undefined {
  return current.getStore();
}

/**
 * A deadline this many milliseconds before Lambda's time-out.
 *
 * @param marginMs the time that the caller needs after the deadline
 */
export function deadlineBefore(context: RemainingTime | undefined, marginMs: number): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  const remaining = context?.getRemainingTimeInMillis?.();
  const timer =
    remaining === undefined
      ? undefined
      : setTimeout(() => controller.abort(new DeadlinePassed()), Math.max(0, remaining - marginMs));
  return {
    async run<T>(work: () => Promise<T> | T): Promise<T> {
      const passed = Promise.withResolvers<never>();
      const onAbort = () => passed.reject(signal.reason);
      if (signal.aborted) throw signal.reason;
      // Registered before the calls register their listeners, so that the caller gets the deadline's error, not that of an
      // aborted call.
      signal.addEventListener("abort", onAbort);
      try {
        // The race listens to both, so that a later error of the work is no unhandled rejection.
        return await Promise.race([current.run(signal, async () => work()), passed.promise]);
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
    end() {
      clearTimeout(timer);
      controller.abort(OVER);
    },
  };
}

/** Runs all the work of an invocation, until shortly before Lambda's time-out. @throws DeadlinePassed */
export async function runBeforeDeadline<T>(
  context: RemainingTime | undefined,
  work: () => Promise<T> | T,
  marginMs = ANSWER_MARGIN_MS,
): Promise<T> {
  const deadline = deadlineBefore(context, marginMs);
  try {
    return await deadline.run(work);
  } finally {
    deadline.end();
  }
}
