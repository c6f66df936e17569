import type { Plugin } from "esbuild";
import { build } from "esbuild";

/** The bundle whose function starts the thread. */
const STARTED_BY = "bookmarks-worker";
const SOURCE = "lambdas/bookmarks/readers/pdf/pdf-thread.ts";

/**
 * How the thread that reads PDF files is built beside the function that starts it: a file that shares no other with the
 * function, so that the function's start reads nothing of it.
 *
 * @param bundle the name of a Lambda's bundle; others than the one that starts the thread get nothing
 */
export function pdfThread(bundle: string): Plugin[] {
  if (bundle !== STARTED_BY) return [];
  return [
    {
      name: "PDF thread",
      setup({ initialOptions, onEnd }) {
        const { plugins: _, ...options } = initialOptions;
        onEnd(async (result) => {
          const thread = await build({ ...options, entryPoints: [SOURCE], entryNames: "[name]", metafile: true });
          // The caller of the outer build writes its files, and watches its inputs.
          result.outputFiles?.push(...(thread.outputFiles ?? []));
          if (result.metafile !== undefined) Object.assign(result.metafile.inputs, thread.metafile.inputs);
        });
      },
    },
  ];
}
