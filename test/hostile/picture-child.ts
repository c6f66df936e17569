import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { DECODING_MEGABYTES } from "../../lambdas/shared/pictures/fit-pictures.ts";
import { THUMBNAIL, WHOLE } from "../../lambdas/shared/pictures/picture-size.ts";
import type { Picture } from "../../lambdas/shared/pictures/picture-store.ts";
import { pictureType } from "../../lambdas/shared/pictures/picture-type.ts";
import { residentMemory } from "../resident-memory.ts";

// Makes one picture fit, like a worker, but for the worker's ten seconds: a busy machine takes longer. Argument: the file.
const [file = ""] = process.argv.slice(2);
const bytes = readFileSync(file);
const code = new URL("../../lambdas/shared/pictures/picture-thread.ts", import.meta.url);
const thread = new Worker(code, { workerData: DECODING_MEGABYTES, env: {}, stdout: true, stderr: true });
await once(thread, "message");
thread.postMessage({ picture: { type: pictureType(bytes) ?? "image/png", bytes }, sizes: [WHOLE, THUMBNAIL] });
// A thread that was ended by its picture has made none.
const [copies] = await once(thread, "message").catch(() => [null]);
const lengths = (copies as readonly Picture[] | null)?.map((copy) => copy.bytes.length) ?? null;
process.stdout.write(JSON.stringify({ lengths, megabytes: residentMemory("self").peak }));
await thread.terminate();
