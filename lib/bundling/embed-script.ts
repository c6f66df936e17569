import { join } from "node:path";
import type { Plugin } from "esbuild";
import { build } from "esbuild";

/** The bundle whose function serves the script, and the file's name there. */
const SERVED_BY = "recommendations-api";
const FILE = "embed.js";
const SOURCE = "lambdas/recommendations/embed/embed.ts";

/**
 * How the script for other sites' pages is built beside the function that serves it: one file for browsers, loaded by a
 * plain script element.
 *
 * @param bundle the name of a Lambda's bundle; all but that of the function that serves the script get nothing
 */
export function embedScript(bundle: string): Plugin[] {
  if (bundle !== SERVED_BY) return [];
  return [
    {
      name: "embed script",
      setup({ initialOptions, onEnd }) {
        const { absWorkingDir = "", outdir = "", write = true } = initialOptions;
        onEnd(async (result) => {
          const script = await build({
            absWorkingDir,
            entryPoints: [SOURCE],
            outfile: join(outdir, FILE),
            bundle: true,
            minify: true,
            platform: "browser",
            // Private methods and class fields: supported by browsers since the end of 2021.
            target: "es2022",
            format: "iife",
            legalComments: "none",
            logLevel: "silent",
            metafile: true,
            write,
          });
          // The caller of the outer build writes its files, and watches its inputs.
          result.outputFiles?.push(...(script.outputFiles ?? []));
          if (result.metafile !== undefined) Object.assign(result.metafile.inputs, script.metafile.inputs);
        });
      },
    },
  ];
}
