import { readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import type { BuildOptions, Loader, Plugin } from "esbuild";
import { build } from "esbuild";
import type { Language } from "../../lambdas/shared/notices/languages.ts";
import { LANGUAGES } from "../../lambdas/shared/notices/languages.ts";
import { FOR_BROWSERS } from "../site-build.ts";

/** A module's texts, as the formatter writes them: at most one declaration in a module. */
const TEXTS = /^([^\n]* = texts\()\{\n {2}en: (.*?),\n {2}ja: (.*?),\n\}\);$/ms;

/**
 * Takes the texts that the entry imports out of its file: there are two modules of all of them, one for each language, and a
 * person loads one. The entry waits for that module before it shows anything, by `console/language/load-texts.ts`, which this
 * plugin fills. The texts of screens that are loaded on demand stay in both languages, since each person loads few of these screens.
 *
 * @param entry the console's main module
 * @param options how the modules of the entry are read
 * @throws Error for texts that are not in the formatter's form
 */
export function textsOnDemand(entry: string, options: BuildOptions): Plugin {
  const folder = join(dirname(entry), "language");
  const filled = join(folder, "load-texts.ts");
  return {
    name: "texts on demand",
    async setup({ onResolve, onLoad, initialOptions: { absWorkingDir = "" } }) {
      const paths = await textsOfFirstLoad(entry, { ...options, absWorkingDir });
      const generated = (...lines: string[]) => ({ contents: lines.join("\n"), resolveDir: folder });
      const imported = (what: string, path: string) => `import ${what}${JSON.stringify(path)};`;

      onResolve({ filter: /^texts-/ }, ({ path }) => ({ path, namespace: "language" }));
      onResolve({ filter: /^(?:en|ja):/ }, ({ path }) => ({ path: path.slice(3), namespace: path.slice(0, 2) }));
      onLoad({ filter: /.*/, namespace: "language" }, ({ path }) =>
        generated(
          // One file has all that the entry imports: see oneSharedFile.
          imported("", entry),
          ...paths.map((each, index) => imported(`{ own as t${index} } from `, `${path.slice(-2)}:${each}`)),
          `export const all = [${paths.map((_, index) => `t${index}`).join()}];`,
        ),
      );
      for (const language of LANGUAGES) {
        onLoad({ filter: /.*/, namespace: language }, ({ path }) =>
          changed(path, (declared) => `export const own = ${declared[language]};`),
        );
      }
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (path === filled) {
          const loads = LANGUAGES.map((language) => `${language}: () => import("texts-${language}")`);
          return generated(
            `const loads = { ${loads.join()} };`,
            "const loaded = {};",
            "export const loadTexts = async (of) => { loaded[of] ??= (await loads[of]()).all; };",
            "export const textsOf = (of, index) => loaded[of][index];",
          );
        }
        const index = paths.indexOf(path);
        if (index === -1) return undefined;
        const getters = LANGUAGES.map((language) => `get ${language}() { return textsOf("${language}", ${index}); }`);
        return changed(
          path,
          ({ declaration }) => `${imported("{ textsOf } from ", filled)}\n${declaration}{ ${getters.join()} });`,
        );
      });
    },
  };
}

/** A module with something else in place of its texts. */
function changed(path: string, made: (declared: Record<"declaration" | Language, string>) => string) {
  const source = readFileSync(path, "utf8");
  const [whole, declaration = "", en = "", ja = ""] = TEXTS.exec(source) ?? [];
  if (whole === undefined) throw new Error(`${path} has texts in another form than the formatter writes.`);
  return {
    contents: source.replace(whole, () => made({ declaration, en, ja })),
    loader: extname(path).slice(1) as Loader,
    resolveDir: dirname(path),
  };
}

/** The modules with texts that the entry imports statically, itself or through its imports. */
async function textsOfFirstLoad(entry: string, options: BuildOptions): Promise<readonly string[]> {
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
  return Object.keys(metafile.inputs)
    .map((path) => resolve(options.absWorkingDir ?? "", path))
    .filter((path) => path.startsWith(dirname(entry)) && / = texts\(\{$/m.test(readFileSync(path, "utf8")))
    .sort();
}
