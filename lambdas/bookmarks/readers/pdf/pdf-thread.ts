import { parentPort, workerData } from "node:worker_threads";
import { pdfContent } from "./pdf-content.ts";

// The thread in which one file is read: `read-pdf.ts` starts and ends it. The first message reports that the thread's code
// is loaded; any later failure is caused by the file.
parentPort?.postMessage("begun");
parentPort?.postMessage(await pdfContent(workerData as Uint8Array));
