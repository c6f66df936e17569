import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AnyNode } from "acorn";
import { parseExpressionAt } from "acorn";
import type { OnLoadResult, Plugin } from "esbuild";
import { transform } from "esbuild";
import { LANGUAGES } from "../../lambdas/shared/notices/languages.ts";

/**
 * Takes the texts that the entry imports out of its file: there are two modules of all of them, one for each language, and a
 * person loads one. The entry waits for that module before it shows anything, by `console/language/load-texts.ts`, which this
 * plugin fills. The texts of screens that are loaded on demand stay in both languages, since each person loads few of these screens.
 *
 * @param entry the console's main module
 * @param firstLoad the paths of what the entry imports
 * @throws Error for texts that are made otherwise than by pairs and functions of pairs
 */
export function textsOnDemand(entry: string, firstLoad: ReadonlySet<string>): Plugin {
  const folder = join(dirname(entry), "language");
  const filled = join(folder, "load-texts.ts");
  return {
    name: "texts on demand",
    async setup({ onResolve, onLoad }) {
      const paths = withTexts(dirname(entry), firstLoad);
      const modules = new Map(await Promise.all(paths.map(async (path) => [path, await textsModule(path)] as const)));
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
      for (const [index, language] of LANGUAGES.entries()) {
        onLoad({ filter: /.*/, namespace: language }, ({ path }) => modules.get(path)?.inLanguage(index));
      }
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (path === filled) {
          const loads = LANGUAGES.map((language) => `${language}: () => import("texts-${language}")`);
          return generated(
            `const loads = { ${loads.join()} };`,
            "const loaded = {};",
            "export const loadTexts = async (of) => { loaded[of] ??= (await loads[of]()).all; };",
            'export const textsIn = (of, texts) => (typeof texts === "number" ? loaded[of][texts] : texts);',
          );
        }
        return modules.get(path)?.onDemand(paths.indexOf(path));
      });
    },
  };
}

/** A module that declares texts once. */
async function textsModule(path: string) {
  const { code } = await transform(readFileSync(path, "utf8"), { loader: "ts", charset: "utf8" });
  const start = code.search(/^.* = texts\(/m);
  const called = code.indexOf("texts(", start);
  const call = parseExpressionAt(code, called, { ecmaVersion: "latest" });
  const [texts] = call.type === "CallExpression" ? call.arguments : [];
  if (texts === undefined) throw new Error(`${path} declares no texts.`);
  const withInstead = (declaration: string): OnLoadResult => ({
    contents: code.slice(0, start) + declaration + code.slice(call.end),
    // Imports that are no longer used are left out.
    loader: "ts",
    resolveDir: dirname(path),
  });
  return {
    inLanguage: (index: number) => withInstead(`export const own = ${inLanguage(texts, code, index)}`),
    onDemand: (number: number) => withInstead(`${code.slice(start, called)}texts(${number})`),
  };
}

/** The code of declared texts in one language. */
function inLanguage(texts: AnyNode, code: string, index: number): string {
  const changedIn = (part: AnyNode, inner: AnyNode) =>
    code.slice(part.start, inner.start) + inLanguage(inner, code, index);
  if (texts.type === "ObjectExpression") {
    return `{${texts.properties.map((each) => changedIn(each, each.type === "Property" ? each.value : each))}}`;
  }
  if (texts.type === "ArrowFunctionExpression") return changedIn(texts, texts.body);
  const text = texts.type === "ArrayExpression" ? texts.elements[index] : undefined;
  if (!text) throw new Error(`A text of the first load is no pair: ${code.slice(texts.start, texts.end)}`);
  return code.slice(text.start, text.end);
}

function withTexts(folder: string, modules: ReadonlySet<string>): readonly string[] {
  return [...modules]
    .filter((path) => path.startsWith(folder) && / = texts\(\{/.test(readFileSync(path, "utf8")))
    .sort();
}
