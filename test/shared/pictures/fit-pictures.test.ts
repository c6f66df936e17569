import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deadlineBefore } from "../../../lambdas/shared/deadline.ts";
import { fitPictures } from "../../../lambdas/shared/pictures/fit-pictures.ts";
import { AVIF, GIF, JPEG, PNG } from "./sample-pictures.ts";

// The thread runs in some of these; how it makes pictures fit is tested without one.

const TINY = { width: 8, height: 8, bytes: 30_000 };
const order = (bytes: Uint8Array) => ({ picture: { type: "image/png", bytes } as const, sizes: [TINY] });
/** What a thread that is the test's answers for a picture. */
const ANSWER = [{ type: "image/webp", bytes: GIF }];
const FAR = Number.POSITIVE_INFINITY;

beforeEach(() => void vi.spyOn(Worker.prototype, "terminate"));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Waits until a number of threads was started. */
async function started(threads: { all: () => readonly Worker[] }, number: number): Promise<Worker> {
  for (;;) {
    const thread = threads.all()[number - 1];
    if (thread !== undefined) return thread;
    await new Promise(setImmediate);
  }
}

/** Threads whose messages the test takes, and whose events are the test's. */
function takenThreads() {
  const on = vi.spyOn(Worker.prototype, "on");
  vi.spyOn(Worker.prototype, "postMessage").mockReturnValue();
  return { all: () => [...new Set(on.mock.contexts)] as Worker[] };
}

it("scales pictures in one thread, which prints nothing, omits files that are no pictures, and ends the thread", async () => {
  // A busy machine may take longer than a picture's time to start the thread.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const [out, errors] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write"));
  const on = vi.spyOn(Worker.prototype, "on");
  const pictures = await fitPictures([order(JPEG), order(PNG.subarray(0, 20)), order(AVIF), order(PNG)], FAR);
  const webp = { type: "image/webp", bytes: expect.any(Uint8Array) };
  expect(pictures).toEqual([[webp], null, [webp], [{ type: "image/png", bytes: Uint8Array.from(PNG) }]]);
  expect([out?.mock.calls, errors?.mock.calls]).toEqual([[], []]);
  expect(new Set(on.mock.contexts).size).toBe(1);
  expect(Worker.prototype.terminate).toHaveBeenCalledTimes(1);
});

it("starts no thread without a picture, and none after the end of the time", async () => {
  const { all } = takenThreads();
  expect(await fitPictures([], FAR)).toEqual([]);
  expect(await fitPictures([order(PNG), order(GIF)], performance.now())).toEqual(["late", "late"]);
  expect(all()).toEqual([]);
});

it("throws what keeps the thread's code from being loaded, or that the thread ended", async () => {
  const threads = takenThreads();
  const first = fitPictures([order(PNG)], FAR);
  (await started(threads, 1)).emit("error", new Error("No such module."));
  await expect(first).rejects.toThrow("No such module.");
  const second = fitPictures([order(PNG)], FAR);
  (await started(threads, 2)).emit("exit", 7);
  await expect(second).rejects.toThrow("The thread ended with 7.");
});

it.each([
  ["error", new Error("Out of memory.")],
  ["exit", 1],
])(
  "leaves out a picture in whose thread there is an %s, and gives the next one another thread",
  async (event, what) => {
    const threads = takenThreads();
    const pictures = fitPictures([order(PNG), order(GIF)], FAR);
    const first = await started(threads, 1);
    first.emit("message", "begun");
    first.emit(event, what);
    (await started(threads, 2)).emit("message", ANSWER);
    expect(await pictures).toEqual([null, ANSWER]);
    expect(Worker.prototype.terminate).toHaveBeenCalledTimes(2);
  },
);

it.each([
  ["ten seconds", FAR, 10_000],
  ["the end of the time", 4_000, 4_000],
])("leaves out a picture that takes longer than %s", async (_what, end, ms) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const threads = takenThreads();
  const pictures = fitPictures([order(PNG), order(GIF)], end);
  await started(threads, 1);
  vi.advanceTimersByTime(ms - 1);
  expect(vi.getTimerCount()).toBe(1);
  now.mockReturnValue(ms);
  vi.advanceTimersByTime(1);
  if (end === FAR) (await started(threads, 2)).emit("message", ANSWER);
  expect(await pictures).toEqual(end === FAR ? [null, ANSWER] : ["late", "late"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("has one thread at a time, whoever asks, also after a failure", async () => {
  const threads = takenThreads();
  const [first, second] = [fitPictures([order(PNG)], FAR), fitPictures([order(GIF)], FAR)];
  const failed = await started(threads, 1);
  failed.emit("error", new Error("No such module."));
  await expect(first).rejects.toThrow("No such module.");
  const another = await started(threads, 2);
  expect(vi.mocked(Worker.prototype.terminate).mock.contexts).toEqual([failed]);
  another.emit("message", ANSWER);
  expect(await second).toEqual([ANSWER]);
});

it("ends the thread at the invocation's deadline, and starts none after it", async () => {
  const { all } = takenThreads();
  const deadline = deadlineBefore({ getRemainingTimeInMillis: () => 0 }, 0);
  const outcomes: Promise<unknown>[] = [];
  const run = deadline.run(async () => {
    outcomes.push(fitPictures([order(PNG)], FAR), fitPictures([order(PNG)], FAR));
    await outcomes[0];
  });
  const results = await Promise.allSettled([run, ...outcomes]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect([all().length, vi.mocked(Worker.prototype.terminate).mock.calls.length]).toEqual([1, 1]);
  deadline.end();
});
