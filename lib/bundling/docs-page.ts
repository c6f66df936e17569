import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { BuildOptions, BuildResult, Plugin } from "esbuild";
import { build } from "esbuild";
import { FOR_BROWSERS, filesOfFixedNames, filledPage, siteFolder } from "../site-build.ts";
import { guideBody } from "./guide-page.ts";

const SOURCES = resolve(import.meta.dirname, "../../lambdas/site/docs");
const GUIDES = resolve(import.meta.dirname, "../../docs");
/** The titles of the guides that are pages, by name: alarms link to the runbook, the console to the extension's. */
const TITLES = { runbook: "Magpie runbook", extension: "Magpie browser extension" } as const;
const VIEWER = resolve(import.meta.dirname, "../../node_modules/swagger-ui-dist");
const LICENSES = ["NOTICE", "LICENSE", "swagger-ui-bundle.js.LICENSE.txt"];

/**
 * How the pages below `/docs` are built into the bundle of the function that deploys them. The page of the API's
 * description has a style and a script with the viewer, whose names contain a hash, and the licences; the guides have a
 * style.
 *
 * @param bundle the name of a Lambda's bundle; all but that of the function that deploys the pages get nothing
 */
export function docsPage(bundle: string): Plugin[] {
  return siteFolder(bundle, "docs", async (into) => {
    const assets = await build({ ...into, ...ASSETS });
    return [assets, await build({ ...into, ...pagesWith(assets) })];
  });
}

const ASSETS = {
  ...FOR_BROWSERS,
  entryPoints: ["docs.ts", "docs.css", "guide.css"].map((name) => join(SOURCES, name)),
  entryNames: "[name]-[hash]",
} satisfies BuildOptions;

/** The files whose names stay the same. */
function pagesWith({ metafile }: BuildResult<typeof ASSETS>) {
  const nameOf = (name: string, extension: string) => {
    const names = Object.keys(metafile.outputs).map((path) => basename(path));
    const found = names.find((built) => built.startsWith(`${name}-`) && built.endsWith(extension));
    if (found === undefined) throw new Error(`There is no ${name}${extension} for the pages below /docs.`);
    return `/docs/${found}`;
  };
  return filesOfFixedNames(SOURCES, {
    "index.html": filledPage(readFileSync(join(SOURCES, "index.html"), "utf8"), {
      ".js": nameOf("docs", ".js"),
      ".css": nameOf("docs", ".css"),
    }),
    ...Object.fromEntries(
      Object.entries(TITLES).map(([name, title]) => [
        `${name}/index.html`,
        filledPage(readFileSync(join(SOURCES, "guide.html"), "utf8"), {
          title,
          "guide.css": nameOf("guide", ".css"),
          guide: guideBody(readFileSync(join(GUIDES, `${name}.md`), "utf8")),
        }),
      ]),
    ),
    "licenses.txt": LICENSES.map((name) => readFileSync(join(VIEWER, name), "utf8")).join("\n\n"),
  });
}
