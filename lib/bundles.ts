import { globSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { BuildOptions } from "esbuild";
import { build } from "esbuild";
import { wholePackages } from "./whole-packages.ts";

/** The file names of Lambda entries inside a feature's folder. */
const ENTRIES = "lambdas/*/{api,worker,*-worker,on-schedule,renderer}.ts";
/** The one folder there that is no feature. */
const SHARED = "lambdas/shared/";

const ROOT = resolve(import.meta.dirname, "..");

/** The Lambda entries, e.g. `lambdas/slides/api.ts`. */
export function lambdaEntries(): string[] {
  return globSync(ENTRIES, { cwd: ROOT })
    .filter((path) => !path.startsWith(SHARED))
    .sort();
}

/** An entry's bundle: its feature and its file, e.g. `slides-api` of `lambdas/slides/api.ts`. */
export function bundleName(entry: string): string {
  return `${basename(dirname(entry))}-${basename(entry, ".ts")}`;
}

/**
 * How a Lambda is bundled, into `outdir/<bundle>`: ES modules, minified, the SDK inside. `module` before `main` makes the
 * SDK's part a third smaller; what is CommonJS still finds a `require`. What is imported dynamically lies in files of its
 * own, so that a cold start does not read the SDK's ways to credentials that a Lambda never uses.
 */
export function bundleOptions(entry: string, outdir: string): BuildOptions {
  const folder = join(outdir, bundleName(entry));
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
    ...wholePackages(bundleName(entry), folder),
  };
}

/** Bundles every Lambda into a folder of its own, made anew: what an older build left would change the asset's hash. */
export async function buildBundles(outdir: string): Promise<void> {
  await Promise.all(
    lambdaEntries().map(async (entry) => {
      rmSync(join(outdir, bundleName(entry)), { recursive: true, force: true });
      await build(bundleOptions(entry, outdir));
    }),
  );
}
