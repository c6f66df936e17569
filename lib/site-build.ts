import { extname, join, relative, sep } from "node:path";
import type { BuildOptions, BuildResult, Plugin } from "esbuild";

/** The bundle of the function that brings the site's files into its bucket. */
const DEPLOYED_BY = "site-on-deploy";
export const SITE_FILES = `${DEPLOYED_BY}/files`;

/** The options of every build of a folder of the site: where its files go, and whether esbuild writes them itself. */
export type Into = Pick<BuildOptions, "outdir" | "write" | "logLevel"> & { readonly absWorkingDir: string };

/** How scripts and styles for browsers are built. Licences are in a file of their own. */
export const FOR_BROWSERS = {
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2022",
  format: "esm",
  legalComments: "none",
  metafile: true,
} satisfies BuildOptions;

/**
 * How a folder of the site is built into the bundle of the function that deploys it.
 *
 * @param bundle the name of a Lambda's bundle; all but that of the function that deploys the site's files get nothing
 * @param folder the folder's name, which is also its path on the site
 * @param made makes the folder's files
 */
export function siteFolder(
  bundle: string,
  folder: string,
  made: (into: Into) => Promise<readonly BuildResult<{ metafile: true }>[]>,
): Plugin[] {
  if (bundle !== DEPLOYED_BY) return [];
  return [
    {
      name: `site folder ${folder}`,
      setup({ initialOptions, onEnd }) {
        const { absWorkingDir = "", outdir = "", write = true } = initialOptions;
        onEnd(async (result) => {
          const results = await made({
            absWorkingDir,
            outdir: join(outdir, "files", folder),
            write,
            logLevel: "silent",
          });
          for (const { outputFiles, metafile } of results) {
            // The caller of the outer build writes its files, and watches its inputs.
            result.outputFiles?.push(...(outputFiles ?? []));
            if (result.metafile !== undefined) Object.assign(result.metafile.inputs, metafile.inputs);
          }
        });
      },
    },
  ];
}

/**
 * How files whose names stay the same are built.
 *
 * @param sources the folder from which they are read, so that a change there is a change of the input
 * @param contents each file's path in that folder, and its content
 */
export function filesOfFixedNames(sources: string, contents: Readonly<Record<string, string | Uint8Array>>) {
  return {
    // esbuild adds the extension.
    entryPoints: Object.keys(contents).map((path) => ({ in: path, out: path.slice(0, -extname(path).length) })),
    metafile: true,
    plugins: [
      {
        name: "files of fixed names",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path }) => ({ path: join(sources, path) }));
          onLoad({ filter: /./ }, ({ path }) => ({
            contents: contents[relative(sources, path).split(sep).join("/")] ?? "",
            loader: "copy",
          }));
        },
      },
    ],
  } satisfies BuildOptions;
}

/**
 * A page with its placeholders replaced: `{{.js}}` by the value of `.js`.
 *
 * @throws Error on a placeholder without a value
 */
export function filledPage(page: string, values: Readonly<Record<string, string>>): string {
  return page.replace(/\{\{([^{}]*)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`The page has the placeholder ${placeholder}; it may have ${Object.keys(values).join(", ")}.`);
    }
    return value;
  });
}
