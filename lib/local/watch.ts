import { once } from "node:events";
import { rmSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { watch } from "chokidar";
import type { BuildContext } from "esbuild";
import { context } from "esbuild";
import { bundleName, lambdaEntries, mappedBundleOptions, writeBundle } from "../bundles.ts";
import type { LocalFunction } from "./functions/local-function.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const WATCHED = ["lambdas", "client", "console"];
/** Debounce in milliseconds: editors write a file in several steps. */
const SETTLE_MS = 20;

interface Bundle {
  readonly name: string;
  readonly builder: BuildContext<{ write: false; metafile: true }>;
  /** The inputs of its last build, relative to the project; null before its first build. */
  inputs: ReadonlySet<string> | null;
  /** The hash of the files that were written last. */
  hash: string;
}

/** The watched bundles, and the listener. */
export interface WatchOptions {
  /** The folder of the rebuilt bundles. */
  readonly folder: string;
  readonly functions: readonly LocalFunction[];
  /** Called with the functions that run new code, after the reload. */
  readonly reloaded: (functionArn: string) => void;
  readonly say: (line: string) => void;
}

/**
 * Watches the sources of the Lambdas and of the console, whose files are in one of their bundles; rebuilds the bundles and
 * reloads the functions whose bundle has changed.
 *
 * @returns ends the watch
 */
export async function watchSources({ folder, functions, reloaded, say }: WatchOptions): Promise<() => Promise<void>> {
  const bundles = await Promise.all(
    lambdaEntries().map(async (entry): Promise<Bundle> => {
      const options = { ...mappedBundleOptions(entry, folder), metafile: true, logLevel: "error" } as const;
      return { name: bundleName(entry), builder: await context(options), inputs: null, hash: "" };
    }),
  );
  /** Sources that have changed since the last build of their bundles. */
  const edited = new Set<string>();

  /** Builds the bundles of changed sources, and reloads the functions whose bundle differs. */
  const rebuild = async (): Promise<{ readonly changed: string[]; readonly errors: Error[] }> => {
    const paths = [...edited];
    edited.clear();
    const concerned = bundles.filter(({ inputs }) => inputs === null || paths.some((path) => inputs.has(path)));
    const results = await Promise.allSettled(concerned.map((bundle) => rebuildBundle(bundle, folder)));
    const changed = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
    if (errors.length > 0) for (const path of paths) edited.add(path);
    for (const local of functions) {
      if (!changed.some((name) => local.definition.name.endsWith(`-${name}`))) continue;
      local.reload();
      reloaded(local.definition.arn);
    }
    return { changed, errors };
  };
  const first = await rebuild();
  if (first.errors[0] !== undefined) throw first.errors[0];

  let timer: NodeJS.Timeout | undefined;
  // Not Node's own watch: on Linux it stops watching a file that an editor replaces.
  const watcher = watch(
    WATCHED.map((name) => join(ROOT, name)),
    { ignoreInitial: true },
  );
  await once(watcher, "ready");
  watcher.on("all", (_event, path) => {
    // In esbuild's form: with slashes on every system.
    edited.add(relative(ROOT, path).replaceAll(sep, "/"));
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const { changed, errors } = await rebuild();
      if (changed.length > 0) say(`reloaded ${changed.join(", ")}`);
      for (const { message } of errors) say(`not reloaded, the last good bundle goes on: ${message}`);
    }, SETTLE_MS);
  });
  return async () => {
    await watcher.close();
    clearTimeout(timer);
    await Promise.all(bundles.map(({ builder }) => builder.dispose()));
  };
}

/** Builds a bundle and writes it into `folder` if it differs. @returns its name, if it does */
async function rebuildBundle(bundle: Bundle, folder: string): Promise<string[]> {
  const { outputFiles, metafile } = await bundle.builder.rebuild();
  bundle.inputs = new Set(Object.keys(metafile.inputs));
  const hash = outputFiles.map((file) => file.hash).join();
  if (hash === bundle.hash) return [];
  // Files of an earlier start would go into the site. Later builds leave what an open page may still ask for.
  if (bundle.hash === "") rmSync(join(folder, bundle.name), { recursive: true, force: true });
  writeBundle(outputFiles, join(folder, bundle.name));
  bundle.hash = hash;
  return [bundle.name];
}
