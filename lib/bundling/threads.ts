import type { Plugin } from "esbuild";
import { build } from "esbuild";

export const PICTURES = "lambdas/shared/pictures/picture-thread.ts";

/** The sources of the threads that a bundle's function starts, by the bundle's name. */
export const STARTED_BY: Readonly<Record<string, readonly string[]>> = {
  "bookmarks-worker": ["lambdas/bookmarks/readers/pdf/pdf-thread.ts", PICTURES],
  "books-worker": [PICTURES],
  "slides-worker": [PICTURES],
};

/**
 * How the threads that read files of strangers are built beside the function that starts them: each a file that shares no
 * other with the function, so that the function's start reads nothing of it.
 *
 * @param bundle the name of a Lambda's bundle; one that starts no thread gets nothing
 */
export function threads(bundle: string): Plugin[] {
  return (STARTED_BY[bundle] ?? []).map((source) => ({
    name: `thread ${source}`,
    setup({ initialOptions, onEnd }) {
      const { plugins: _, ...options } = initialOptions;
      onEnd(async (result) => {
        const thread = await build({ ...options, entryPoints: [source], entryNames: "[name]", metafile: true });
        // The caller of the outer build writes its files, and watches its inputs.
        result.outputFiles?.push(...(thread.outputFiles ?? []));
        if (result.metafile !== undefined) Object.assign(result.metafile.inputs, thread.metafile.inputs);
      });
    },
  }));
}
