import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Loader, Plugin } from "esbuild";

/** Marks the modules that are loaded on demand. */
const ON_DEMAND = "on demand";

/**
 * Has esbuild put all that the entry imports into one file. Without this plugin, esbuild makes a file for each set of
 * modules that the same screens import: tens of files of some hundred bytes, which compress badly. A module that is loaded
 * on demand is given an import of the entry, which is always loaded before: so each module that the entry imports is in the
 * same set.
 */
export function oneSharedFile(entry: string): Plugin {
  return {
    name: "one shared file",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, resolveDir, path }) =>
        kind === "dynamic-import" ? { path: join(resolveDir, path), pluginData: ON_DEMAND } : undefined,
      );
      onLoad({ filter: /\.tsx?$/ }, ({ path, pluginData }) =>
        pluginData === ON_DEMAND
          ? {
              contents: `import ${JSON.stringify(entry)};${readFileSync(path, "utf8")}`,
              loader: extname(path).slice(1) as Loader,
            }
          : undefined,
      );
    },
  };
}
