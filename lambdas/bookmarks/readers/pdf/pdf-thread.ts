import { parentPort, workerData } from "node:worker_threads";
import { pdfContent } from "./pdf-content.ts";

// The thread in which one file is read: `read-pdf.ts` starts and ends it. The first message says that its code is loaded, so
// that whatever ends it from then on is the file's doing.
parentPort?.postMessage("begun");
parentPort?.postMessage(await pdfContent(workerData as Uint8Array));
