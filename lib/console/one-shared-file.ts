import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import type { Loader, Plugin } from "esbuild";

/** A relative path in a dynamic import. */
const ON_DEMAND = /\bimport\("(\.[^"]+)"\)/g;

/**
 * Has esbuild put all that the entry imports into one file. Without this plugin, esbuild makes a file for each set of
 * modules that the same screens import: tens of files of some hundred bytes, which compress badly. A module that is loaded
 * on demand is given an import of the entry, which is always loaded before: so each module that the entry imports is in the
 * same set. The modules are found in the sources, since esbuild may read one that is imported statically as well before it
 * has seen the dynamic import, and two builds of one source would differ.
 */
export function oneSharedFile(entry: string): Plugin {
  return {
    name: "one shared file",
    setup({ onLoad }) {
      const onDemand = modulesOnDemand(dirname(entry));
      onLoad({ filter: /\.tsx?$/ }, ({ path }) =>
        onDemand.has(path)
          ? {
              contents: `import ${JSON.stringify(entry)};${readFileSync(path, "utf8")}`,
              loader: extname(path).slice(1) as Loader,
            }
          : undefined,
      );
    },
  };
}

/** The paths of the modules that the sources in a folder load on demand. */
function modulesOnDemand(folder: string): ReadonlySet<string> {
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  return new Set(
    sources.flatMap((source) => {
      const path = join(folder, source);
      const imports = readFileSync(path, "utf8").matchAll(ON_DEMAND);
      return [...imports].map(([, relative = ""]) => join(dirname(path), relative));
    }),
  );
}
