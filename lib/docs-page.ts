import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { BuildOptions, BuildResult, Plugin } from "esbuild";
import { build } from "esbuild";

/** The bundle of the function that brings the site's files into its bucket. */
const DEPLOYED_BY = "site-on-deploy";
/** The folder of the site's files, below that of the bundles. */
export const SITE_FILES = `${DEPLOYED_BY}/files`;

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
  if (bundle !== DEPLOYED_BY) return [];
  return [
    {
      name: "docs page",
      setup({ initialOptions, onEnd }) {
        const { absWorkingDir = "", outdir = "", write = true } = initialOptions;
        const into = { absWorkingDir, outdir: join(outdir, "files/docs"), write, logLevel: "silent" } as const;
        onEnd(async (result) => {
          const assets = await build({ ...into, ...ASSETS });
          const pages = await build({ ...into, ...pagesWith(assets) });
          for (const { outputFiles, metafile } of [assets, pages]) {
            // The caller of the outer build writes its files, and watches its inputs.
            result.outputFiles?.push(...(outputFiles ?? []));
            if (result.metafile !== undefined) Object.assign(result.metafile.inputs, metafile.inputs);
          }
        });
      },
    },
  ];
}

const ASSETS = {
  entryPoints: [join(SOURCES, "docs.ts"), join(SOURCES, "docs.css")],
  entryNames: "[name]-[hash]",
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2022",
  format: "esm",
  // The licences are in a file of their own.
  legalComments: "none",
  metafile: true,
} satisfies BuildOptions;

/** The files whose names stay the same. */
function pagesWith({ metafile }: BuildResult<typeof ASSETS>) {
  const nameOf = (extension: string) => {
    const output = Object.keys(metafile.outputs).find((path) => path.endsWith(extension));
    if (output === undefined) throw new Error(`The page of the API's description has no ${extension}.`);
    return `/docs/${basename(output)}`;
  };
  const contents: Readonly<Record<string, () => string>> = {
    // `{{.js}}` stands for the path of the script, `{{.css}}` for that of the style.
    "index.html": () =>
      readFileSync(join(SOURCES, "index.html"), "utf8").replace(/\{\{(\.\w+)\}\}/g, (_, found) => nameOf(found)),
    "licenses.txt": () => LICENSES.map((name) => readFileSync(join(VIEWER, name), "utf8")).join("\n\n"),
  };
  return {
    entryPoints: Object.keys(contents),
    metafile: true,
    plugins: [
      {
        name: "pages",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path }) => ({ path: join(SOURCES, path) }));
          onLoad({ filter: /./ }, ({ path }) => ({ contents: contents[basename(path)]?.() ?? "", loader: "copy" }));
        },
      },
    ],
  } satisfies BuildOptions;
}
