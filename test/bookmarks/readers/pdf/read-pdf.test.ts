import type { HeapInfo } from "node:v8";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isPdf, readPdf } from "../../../../lambdas/bookmarks/readers/pdf/read-pdf.ts";
import { deadlineBefore } from "../../../../lambdas/shared/deadline.ts";
import { lines, pdfFile } from "./pdf-file.ts";

it.each([
  ["%PDF-1.7", true],
  [`${" ".repeat(1_019)}%PDF-`, true],
  [`${" ".repeat(1_020)}%PDF-`, false],
  ["<!doctype html>", false],
])("recognizes a PDF file by its first kilobyte: %j", (text, expected) => {
  // A part of a buffer, as most bytes are.
  expect(isPdf(Buffer.from(`%PDF-${text}`).subarray(5))).toBe(expected);
});

// Each of these runs the thread; its readers are tested without one.

const file = pdfFile({ pages: [lines(["Read in a thread"])] });
const READ = { kind: "page", content: { title: "Read in a thread", text: "Read in a thread" } };
const BROKEN = { kind: "permanent", code: "pdf_broken" };
/** The limit of either memory, in bytes. */
const LIMIT = 256 * 1_024 * 1_024;

beforeEach(() => void vi.spyOn(Worker.prototype, "terminate"));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Begins to read the file, in a thread whose events are the test's until it is loaded. */
function begin() {
  const on = vi.spyOn(Worker.prototype, "on");
  const outcome = readPdf(file);
  return { outcome, thread: on.mock.contexts.at(-1) as Worker };
}

it("reads a file in a separate thread, which prints nothing, and ends the thread", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  const [out, errors] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write"));
  expect(await readPdf(file)).toMatchObject(READ);
  expect([out?.mock.calls, errors?.mock.calls, vi.getTimerCount()]).toEqual([[], [], 0]);
  expect(Worker.prototype.terminate).toHaveBeenCalledTimes(1);
});

it("throws the error that prevented the thread's code from loading, or says that the thread ended", async () => {
  const { outcome, thread } = begin();
  thread.emit("error", new Error("No such module."));
  await expect(outcome).rejects.toThrow("No such module.");
  const another = begin();
  another.thread.emit("exit", 7);
  await expect(another.outcome).rejects.toThrow("The thread ended with 7.");
});

it.each([
  ["error", new Error("Out of memory.")],
  ["exit", 1],
])("takes for broken a file in whose thread there is an %s", async (event, what) => {
  const { outcome, thread } = begin();
  thread.emit("message", "begun");
  thread.emit(event, what);
  expect(await outcome).toEqual(BROKEN);
});

it.each([
  [19_999, READ],
  [20_000, BROKEN],
])("takes for broken a file that is being read after 20 s: %d ms", async (time, expected) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const outcome = readPdf(file);
  vi.advanceTimersByTime(time);
  expect(await outcome).toMatchObject(expected);
});

it.each([
  [LIMIT, LIMIT, READ],
  [LIMIT + 1, 0, BROKEN],
  [0, LIMIT + 1, BROKEN],
])("takes for broken a file that takes too much memory: %d and %d bytes", async (heap, beside, expected) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const statistics = { used_heap_size: heap, external_memory: beside } as HeapInfo;
  vi.spyOn(Worker.prototype, "getHeapStatistics").mockResolvedValue(statistics);
  const outcome = readPdf(file);
  vi.advanceTimersByTime(25);
  expect(await outcome).toMatchObject(expected);
});

it("ends the thread at the invocation's deadline", async () => {
  const deadline = deadlineBefore({ getRemainingTimeInMillis: () => 0 }, 0);
  const outcomes: Promise<unknown>[] = [];
  const run = deadline.run(async () => {
    outcomes.push(readPdf(file));
    await outcomes[0];
  });
  await expect(run).rejects.toThrow("deadline passed");
  await expect(outcomes[0]).rejects.toThrow("deadline passed");
  expect(Worker.prototype.terminate).toHaveBeenCalledTimes(1);
  deadline.end();
});

it("starts no thread after the invocation's deadline", async () => {
  const on = vi.spyOn(Worker.prototype, "on");
  const deadline = deadlineBefore(undefined, 0);
  const run = deadline.run(() => {
    deadline.end();
    return readPdf(file);
  });
  await expect(run).rejects.toThrow("deadline passed");
  expect(on).not.toHaveBeenCalled();
});
