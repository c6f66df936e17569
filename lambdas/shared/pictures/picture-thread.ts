import { parentPort, workerData } from "node:worker_threads";
import Vips from "wasm-vips";
import { fittedPicture } from "./fitted-picture.ts";
import type { PictureSize } from "./picture-size.ts";
import type { Picture } from "./picture-store.ts";

/** A picture to be made to fit, and the sizes, the largest first. */
export interface PictureOrder {
  readonly picture: Picture;
  readonly sizes: readonly PictureSize[];
}

/** Pages of 64 KB: what decoding may take. */
const MOST_PAGES = (workerData as number) * 16;

/** The part of the engine that is used here, which the types of Node.js lack. */
interface Engine {
  Memory: new (size: object) => object;
  readonly RuntimeError: typeof Error;
}
const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly: Engine };

// The library asks for up to 2 GB, more than its function has. Where its memory ends, the one picture fails.
engine.Memory = class extends engine.Memory {
  constructor(size: object) {
    super({ ...size, maximum: MOST_PAGES });
  }
};

// The thread in which pictures are decoded: `fit-pictures.ts` starts and ends it. The library's warnings concern
// untrusted files, and nothing that an operator can change.
const vips = await Vips({
  dynamicLibraries: ["vips-heif.wasm"],
  preRun: ({ ENV }) => Object.assign(ENV, { VIPS_WARNING: "0" }),
});
// One picture is processed at a time, on one core; what the library caches is never used again.
vips.concurrency(1);
vips.Cache.max(0);

parentPort?.on("message", ({ picture, sizes }: PictureOrder) => {
  parentPort?.postMessage(fitted(picture, sizes));
});
parentPort?.postMessage("begun");

function fitted(picture: Picture, sizes: readonly PictureSize[]): readonly Picture[] | null {
  try {
    return fittedPicture(vips, picture, sizes);
  } catch (error) {
    // The library has ended itself, and can't be called again.
    if (error instanceof engine.RuntimeError) throw error;
    return null;
  }
}
