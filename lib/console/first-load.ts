import { resolve } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { build } from "esbuild";
import { FOR_BROWSERS } from "../site-build.ts";

/**
 * The paths of the modules that the entry imports statically, itself or through its imports.
 *
 * @param entry the console's main module
 * @param options how the modules of the entry are read
 */
export async function modulesOfFirstLoad(entry: string, options: BuildOptions): Promise<ReadonlySet<string>> {
  const staticOnly: Plugin = {
    name: "static imports only",
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ kind }) => (kind === "dynamic-import" ? { path: "later", external: true } : null));
    },
  };
  const { metafile } = await build({
    ...FOR_BROWSERS,
    ...options,
    entryPoints: [entry],
    outdir: "/",
    write: false,
    metafile: true,
    // The build itself reports what is wrong with the sources.
    logLevel: "silent",
    plugins: [staticOnly],
  });
  return new Set(Object.keys(metafile.inputs).map((path) => resolve(options.absWorkingDir ?? "", path)));
}
