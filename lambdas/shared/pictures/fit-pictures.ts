import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { deadlineSignal } from "../deadline.ts";
import type { Picture } from "./picture-store.ts";
import type { PictureOrder } from "./picture-thread.ts";

/** Milliseconds for one picture, and the start of the thread if it needs one. */
const ONE_MS = 10_000;

/**
 * Megabytes for decoding: enough for 50 megapixels in every format. Ten bits in each of three colours of AVIF take the most,
 * 1,420. The function needs 250 beside them: a test of the template demands both.
 */
export const DECODING_MEGABYTES = 1_536;

/** Megabytes of the thread's heap, where only its own code is: pictures are in the library's memory. */
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

/** The thread's code is a file beside this one, in a bundle as in the sources. */
const THREAD = new URL(`picture-thread${extname(import.meta.url)}`, import.meta.url);

/** A picture in its sizes; null for one that can't be made to fit, `late` for one for which the time of all was over. */
type Fitted = readonly Picture[] | null | "late";

/** The pictures of all messages of a batch wait for each other: one thread takes most of the function's memory. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Makes pictures fit, one after the other, in a thread that has neither the function's environment nor more memory than
 * `DECODING_MEGABYTES`. A picture for which the time or the memory is not enough, and bytes that are no picture, are left out.
 *
 * @param end the time of `performance.now()` at which it ends
 * @returns for each order the picture in its sizes, or that it was left out
 * @throws the reason of the deadline, or what keeps the thread's own code from being loaded
 */
export function fitPictures(orders: readonly PictureOrder[], end: number): Promise<Fitted[]> {
  const fitted = turn.then(() => fitInTurn(orders, end));
  turn = fitted.catch(() => undefined);
  return fitted;
}

export type FitPictures = typeof fitPictures;

async function fitInTurn(orders: readonly PictureOrder[], end: number): Promise<Fitted[]> {
  const fitted: Fitted[] = [];
  let thread: PictureThread | null = null;
  try {
    for (const order of orders) {
      const left = Math.min(ONE_MS, end - performance.now());
      if (left <= 0) {
        fitted.push("late");
        continue;
      }
      thread ??= startThread();
      const answer = await thread.fit(order, left);
      fitted.push(answer === undefined && performance.now() >= end ? "late" : (answer ?? null));
      if (answer === undefined) {
        await thread.end();
        thread = null;
      }
    }
    return fitted;
  } finally {
    await thread?.end();
  }
}

/** What the thread answers: null for what is no picture, or one that can't be made to fit. */
type Answer = readonly Picture[] | null;

interface PictureThread {
  /** @returns undefined if the picture has ended the thread, or was not done in time: then the thread is of no more use */
  fit(order: PictureOrder, ms: number): Promise<Answer | undefined>;
  end(): Promise<unknown>;
}

function startThread(): PictureThread {
  const signal = deadlineSignal();
  signal?.throwIfAborted();
  // What the library prints is dropped: the function's output is its log.
  const workerData = DECODING_MEGABYTES;
  const options = { workerData, env: {}, execArgv: [], resourceLimits: HEAP, stdout: true, stderr: true };
  const thread = new Worker(THREAD, options);
  let begun = false;
  let answer = Promise.withResolvers<Answer | undefined>();
  const fail = (error: unknown) => (begun ? answer.resolve(undefined) : answer.reject(error));
  thread.on("message", (message: "begun" | Answer) => {
    if (message === "begun") begun = true;
    else answer.resolve(message);
  });
  thread.on("error", fail);
  thread.on("exit", (code) => fail(new Error(`The thread ended with ${code}.`)));
  // The signal ends with the invocation, and its listeners end with it.
  signal?.addEventListener("abort", () => answer.reject(signal.reason));
  return {
    async fit(order, ms) {
      const current = Promise.withResolvers<Answer | undefined>();
      answer = current;
      thread.postMessage(order);
      const timer = setTimeout(() => current.resolve(undefined), ms);
      return current.promise.finally(() => clearTimeout(timer));
    },
    end: () => thread.terminate(),
  };
}
