import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { deadlineSignal } from "../../../shared/deadline.ts";
import type { PdfOutcome } from "./pdf-content.ts";

/** Milliseconds after which a file that is still being read counts as broken. */
const TIMEOUT_MS = 20_000;
/**
 * V8's limits of the thread's heap: twice what the thread may use, since V8 ends the whole process when one allocation, such
 * as that of a map that grows, goes beyond them.
 */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
/** The limit of what the thread has in its heap, in bytes. */
const MAX_HEAP = 256 * 1_024 * 1_024;
/** The limit of what the thread has beside its heap, in bytes: unpacked streams. V8 has no limit for it. */
const MAX_BESIDE_HEAP = 256 * 1_024 * 1_024;
/** Milliseconds between two looks at both: unpacking takes longer for a tenth of the limit. */
const LOOK_MS = 25;

/** In a bundle the thread's code is a file beside this one, and in the sources, too. */
const THREAD = new URL(`pdf-thread${extname(import.meta.url)}`, import.meta.url);

const BROKEN: PdfOutcome = { kind: "permanent", code: "pdf_broken" };

/** Whether bytes begin as a PDF file: readers of PDF look for this within the first kilobyte. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).includes("%PDF-");
}

/**
 * Reads a PDF file in a thread of its own, which has neither the function's environment nor more memory than its limits, and
 * is ended after 20 s. The permanent codes: `pdf_encrypted` for a file that asks for a password; `pdf_without_text` for one
 * without letters, such as a scan; `pdf_broken` for one that can't be read, or whose reading takes too much time or memory.
 *
 * @throws the reason of the deadline, or what keeps the thread's own code from being loaded
 */
export async function readPdf(bytes: Uint8Array): Promise<PdfOutcome> {
  const signal = deadlineSignal();
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<PdfOutcome>();
  // What pdf.js prints is dropped: the function's output is its log.
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
    // Before the thread runs and after its end there are none.
    const statistics = await thread.getHeapStatistics().catch(() => null);
    if (statistics === null) return;
    if (statistics.used_heap_size > MAX_HEAP || statistics.external_memory > MAX_BESIDE_HEAP) resolve(BROKEN);
  }, LOOK_MS);
  // The signal is gone with the invocation, and what listens to it with the signal.
  signal?.addEventListener("abort", () => reject(signal.reason));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(looks);
    await thread.terminate();
  }
}
