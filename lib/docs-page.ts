import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { BuildOptions, BuildResult, Plugin } from "esbuild";
import { build } from "esbuild";
import { FOR_BROWSERS, filesOfFixedNames, filledPage, siteFolder } from "./site-build.ts";

const SOURCES = resolve(import.meta.dirname, "../lambdas/site/docs");
const VIEWER = resolve(import.meta.dirname, "../node_modules/swagger-ui-dist");
const LICENSES = ["NOTICE", "LICENSE", "swagger-ui-bundle.js.LICENSE.txt"];

/**
 * How the page that shows the API's description is built into the bundle of the function that deploys it: a script with
 * the viewer in it and its style, both named by a hash of their content, the page that refers to them, and the licences.
 *
 * @param bundle the name of a Lambda's bundle; others than the one that deploys the page get nothing
 */
export function docsPage(bundle: string): Plugin[] {
  return siteFolder(bundle, "docs", async (into) => {
    const assets = await build({ ...into, ...ASSETS });
    return [assets, await build({ ...into, ...pagesWith(assets) })];
  });
}

const ASSETS = {
  ...FOR_BROWSERS,
  entryPoints: [join(SOURCES, "docs.ts"), join(SOURCES, "docs.css")],
  entryNames: "[name]-[hash]",
} satisfies BuildOptions;

/** The files whose names stay the same. */
function pagesWith({ metafile }: BuildResult<typeof ASSETS>) {
  const nameOf = (extension: string) => {
    const output = Object.keys(metafile.outputs).find((path) => path.endsWith(extension));
    if (output === undefined) throw new Error(`The page of the API's description has no ${extension}.`);
    return `/docs/${basename(output)}`;
  };
  return filesOfFixedNames(SOURCES, {
    "index.html": filledPage(readFileSync(join(SOURCES, "index.html"), "utf8"), {
      ".js": nameOf(".js"),
      ".css": nameOf(".css"),
    }),
    "licenses.txt": LICENSES.map((name) => readFileSync(join(VIEWER, name), "utf8")).join("\n\n"),
  });
}
