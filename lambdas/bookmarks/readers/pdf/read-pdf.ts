import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { deadlineSignal } from "../../../shared/deadline.ts";
import type { PdfOutcome } from "./pdf-content.ts";

/** Milliseconds after which a file that is still being read counts as broken. */
const TIMEOUT_MS = 20_000;
/**
 * V8's limits of the thread's heap: twice the memory that the thread may use, since V8 ends the whole process when one
 * allocation, such as that of a growing map, exceeds them.
 */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
/** The limit of the thread's heap, in bytes. */
const MAX_HEAP = 256 * 1_024 * 1_024;
/** The limit of the thread's memory outside its heap, in bytes: decompressed streams. V8 has no limit for it. */
const MAX_BESIDE_HEAP = 256 * 1_024 * 1_024;
/** Milliseconds between two checks of both: decompressing a tenth of the limit takes longer. */
const LOOK_MS = 25;

/** In a bundle, as in the sources, the thread's code is a file beside this one. */
const THREAD = new URL(`pdf-thread${extname(import.meta.url)}`, import.meta.url);

const BROKEN: PdfOutcome = { kind: "permanent", code: "pdf_broken" };

/** Whether bytes begin as a PDF file: readers of PDF look for this within the first kilobyte. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).includes("%PDF-");
}

/**
 * Reads a PDF file in a thread of its own, which has neither the function's environment nor more memory than its limits,
 * and ends after 20 s. The permanent codes: `pdf_encrypted` for a file that asks for a password; `pdf_without_text` for one
 * without letters, such as a scan; `pdf_broken` for one that can't be read, or not within the limits of time and memory.
 *
 * @throws the reason of the deadline, or the error that prevents the thread's own code from being loaded
 */
export async function readPdf(bytes: Uint8Array): Promise<PdfOutcome> {
  const signal = deadlineSignal();
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<PdfOutcome>();
  // The output of pdf.js is dropped: the function's output is its log.
  const options = { env: {}, execArgv: [], resourceLimits: HEAP, stdout: true, stderr: true, workerData: bytes };
  const thread = new Worker(THREAD, options);
  let begun = false;
  const fail = (error: unknown) => (begun ? resolve(BROKEN) : reject(error));
  thread.on("message", (message: "begun" | PdfOutcome) => {
    if (message === "begun") begun = true;
    else resolve(message);
  });
  thread.on("error", fail);
  thread.on("exit", (code) => fail(new Error(`The thread ended with ${code}.`)));
  const timer = setTimeout(() => resolve(BROKEN), TIMEOUT_MS);
  const looks = setInterval(async () => {
    // There are none before the thread runs and after its end.
    const statistics = await thread.getHeapStatistics().catch(() => null);
    if (statistics === null) return;
    if (statistics.used_heap_size > MAX_HEAP || statistics.external_memory > MAX_BESIDE_HEAP) resolve(BROKEN);
  }, LOOK_MS);
  // The listener needs no removal: the signal ends with the invocation.
  signal?.addEventListener("abort", () => reject(signal.reason));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(looks);
    await thread.terminate();
  }
}
