import { once } from "node:events";
import { rmSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { watch } from "chokidar";
import type { BuildContext } from "esbuild";
import { context } from "esbuild";
import type { Made } from "../bundles.ts";
import { bundleName, lambdaEntries, madeOf, mappedBundleOptions, writeBundle } from "../bundles.ts";
import type { LocalFunction } from "./functions/local-function.ts";
import type { Assembly } from "./template/assembly.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const WATCHED = ["lambdas", "client", "console"];
/** Debounce in milliseconds: editors write a file in several steps. */
const SETTLE_MS = 20;

interface Bundle {
  readonly entry: string;
  readonly name: string;
  /** Undefined before its first build. */
  builder: Promise<BuildContext<{ write: false; metafile: true }>> | undefined;
  /** Of its last build, which is the assembly's at first. */
  made: Made;
}

/** The watched bundles, and the listener. */
export interface WatchOptions {
  /** The bundles before the first change. */
  readonly assembly: Pick<Assembly, "made">;
  /** The time before the sources of the assembly were read, in milliseconds. */
  readonly readAt: number;
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
export async function watchSources(options: WatchOptions): Promise<() => Promise<void>> {
  const { assembly, readAt, folder, functions, reloaded, say } = options;
  const made = assembly.made();
  const bundles = lambdaEntries().map((entry): Bundle => {
    const name = bundleName(entry);
    return { entry, name, builder: undefined, made: made[name] ?? { inputs: [], hash: "" } };
  });
  // Of an earlier start.
  rmSync(folder, { recursive: true, force: true });
  /** Sources that have changed since the last build of their bundles. */
  const edited = new Set<string>();

  /** Builds the bundles of changed sources, and reloads the functions whose bundle differs. */
  const buildEdited = async () => {
    const paths = new Set(edited);
    edited.clear();
    const concerned = bundles.filter(({ made }) => made.inputs.some((path) => paths.has(path)));
    const results = await Promise.allSettled(concerned.map((bundle) => rebuildBundle(bundle, folder)));
    const changed = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
    if (errors.length > 0) for (const path of paths) edited.add(path);
    for (const local of functions) {
      if (!changed.some((name) => local.definition.name.endsWith(`-${name}`))) continue;
      local.reload();
      reloaded(local.definition.arn);
    }
    if (changed.length > 0) say(`reloaded ${changed.join(", ")}`);
    for (const { message } of errors) say(`not reloaded, the last good bundle goes on: ${message}`);
  };

  let built = Promise.resolve();
  // One after the other: esbuild answers a build that is requested during another one with the result of that, without the edit.
  const rebuild = () => {
    built = built.then(buildEdited);
    return built;
  };

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
    timer = setTimeout(rebuild, SETTLE_MS);
  });
  for (const path of new Set(bundles.flatMap(({ made }) => made.inputs))) {
    // Not each is a file.
    const stats = statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (stats !== undefined && stats.mtimeMs >= readAt) edited.add(path);
  }
  await rebuild();
  return async () => {
    await watcher.close();
    clearTimeout(timer);
    await Promise.all(bundles.map(async ({ builder }) => (await builder)?.dispose()));
  };
}

/** Builds a bundle and writes it into `folder` if it differs. @returns its name, if it does */
async function rebuildBundle(bundle: Bundle, folder: string): Promise<string[]> {
  const { entry, name } = bundle;
  bundle.builder ??= context({ ...mappedBundleOptions(entry, folder), logLevel: "error" });
  const result = await (await bundle.builder).rebuild();
  const made = madeOf(result);
  const isChanged = made.hash !== bundle.made.hash;
  bundle.made = made;
  if (!isChanged) return [];
  // Files of earlier builds stay: an open page may still ask for them.
  writeBundle(result.outputFiles, join(folder, name));
  return [name];
}
