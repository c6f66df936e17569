import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { BuildOptions, OutputFile } from "esbuild";
import { build } from "esbuild";
import { leftOutPackages } from "./bundling/left-out-packages.ts";
import { prunedSourceMap } from "./bundling/pruned-source-map.ts";
import { shakableSchemas } from "./bundling/shakable-schemas.ts";
import { unbundledPackages } from "./bundling/unbundled-packages.ts";
import { consoleFiles } from "./console/console-files.ts";
import { docsPage } from "./docs-page.ts";
import { embedScript } from "./embed-script.ts";

/** The file names of Lambda entries inside a feature's folder. */
const ENTRIES = "lambdas/*/{api,worker,*-worker,on-schedule,on-deploy,renderer}.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** The Lambda entries, e.g. `lambdas/slides/api.ts`. */
export function lambdaEntries(): string[] {
  return globSync(ENTRIES, { cwd: ROOT }).sort();
}

/** An entry's bundle: its feature and its file, e.g. `slides-api` of `lambdas/slides/api.ts`. */
export function bundleName(entry: string): string {
  return `${basename(dirname(entry))}-${basename(entry, ".ts")}`;
}

/**
 * How a Lambda is bundled, into `outdir/<bundle>`: ES modules, minified, the SDK inside. `module` before `main` makes
 * the SDK's part a third smaller; CommonJS code still finds a `require`. Dynamic imports get files of their own, so
 * that a cold start does not read the SDK's credential providers that a Lambda never uses.
 */
export function bundleOptions(entry: string, outdir: string): BuildOptions {
  const bundle = bundleName(entry);
  const folder = join(outdir, bundle);
  const { external, plugins } = unbundledPackages(bundle, folder);
  return {
    absWorkingDir: ROOT,
    entryPoints: [{ in: entry, out: "index" }],
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    // Names of errors and classes show in logs.
    keepNames: true,
    platform: "node",
    target: "node24",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    mainFields: ["module", "main"],
    banner: { js: 'import{createRequire as __require}from"node:module";const require=__require(import.meta.url);' },
    legalComments: "none",
    logLevel: "warning",
    external,
    plugins: [
      ...plugins,
      leftOutPackages,
      shakableSchemas,
      ...embedScript(bundle),
      ...docsPage(bundle),
      ...consoleFiles(bundle),
    ],
  };
}

/**
 * The output path that esbuild assumes for every bundle: with source maps the names of a bundle's files depend on the
 * relative path to the sources, and a deployed bundle must not depend on the folder of its build.
 */
const NOMINAL = join(ROOT, "dist/lambdas");

/** The same with source maps, for `writeBundle` to write. */
export function mappedBundleOptions(entry: string, outdir: string): BuildOptions & { write: false } {
  return {
    ...bundleOptions(entry, outdir),
    outdir: join(NOMINAL, bundleName(entry)),
    sourcemap: "external",
    sourcesContent: false,
    write: false,
  };
}

/**
 * Writes a bundle's files into `outdir/<bundle>`. A source map is written beside its file without a comment that names
 * it, so that a start does not read it. A file without the project's own code gets none.
 */
export function writeBundle(files: readonly OutputFile[], outdir: string): void {
  for (const { path, contents, text } of files) {
    const content = path.endsWith(".map") ? prunedSourceMap(text, path, ROOT) : contents;
    if (content === null) continue;
    const place = join(outdir, relative(NOMINAL, path));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
}

/** Bundles every Lambda into a folder of its own, which is emptied first: old files would change the asset's hash. */
export async function buildBundles(outdir: string): Promise<void> {
  await Promise.all(
    lambdaEntries().map(async (entry) => {
      rmSync(join(outdir, bundleName(entry)), { recursive: true, force: true });
      const { outputFiles } = await build(mappedBundleOptions(entry, outdir));
      writeBundle(outputFiles, outdir);
    }),
  );
}
