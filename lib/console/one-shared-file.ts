import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import type { Loader, Plugin } from "esbuild";

/** Tells the main module of icons that the entry has from that of the package. */
const OWN_ICONS = "?first-load";
/** A relative path in a dynamic import. */
const ON_DEMAND = /\bimport\("(\.[^"]+)"\)/g;

/**
 * Has esbuild put all that the entry imports into one file. Without this plugin, esbuild makes a file for each set of
 * modules that the same screens import: tens of files of some hundred bytes, which compress badly. A module that is loaded
 * on demand is given an import of the entry, which is always loaded before: so each module that the entry imports is in the
 * same set. The modules are found in the sources, since esbuild may read one that is imported statically as well before it
 * has seen the dynamic import, and two builds of one source would differ.
 *
 * The icons are a package whose main module refers to all of them. esbuild would put each icon that any screen shows into the file
 * of the modules that the entry imports, since that module is one of them. So what the entry imports gets a main module with its own
 * icons only.
 *
 * @param firstLoad the paths of what the entry imports
 */
export function oneSharedFile(entry: string, firstLoad: ReadonlySet<string>): Plugin {
  return {
    name: "one shared file",
    setup({ onLoad, onResolve, resolve }) {
      const onDemand = modulesOnDemand([...firstLoad, ...sourcesIn(dirname(entry))]);
      onResolve({ filter: /^lucide$/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === OWN_ICONS || !firstLoad.has(importer)) return undefined;
        const { path: all } = await resolve(path, { importer, kind, resolveDir, pluginData: OWN_ICONS });
        return { path: all, suffix: OWN_ICONS, sideEffects: false };
      });
      onLoad({ filter: /\.mjs$/ }, ({ path, suffix }) =>
        suffix === OWN_ICONS ? { contents: iconsOf(firstLoad, readFileSync(path, "utf8")) } : undefined,
      );
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

/** The paths of the modules that some sources load on demand. */
function modulesOnDemand(sources: readonly string[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap((source) => {
      const imports = readFileSync(source, "utf8").matchAll(ON_DEMAND);
      return [...imports].map(([, relative = ""]) => join(dirname(source), relative));
    }),
  );
}

function sourcesIn(folder: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => /\.tsx?$/.test(path)).map((path) => join(folder, path));
}

/** The exports of the main module of icons that some modules use. */
function iconsOf(modules: ReadonlySet<string>, all: string): string {
  const names = [...modules].flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^import \{([^}]*)\} from "lucide";/gm)].flatMap(([, list = ""]) =>
      list.match(/\w+/g),
    ),
  );
  const used = new RegExp(String.raw`^export \{.*\bas (?:${names.join("|")})\b.*$`, "gm");
  return (all.match(used) ?? []).join("\n");
}
