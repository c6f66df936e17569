import { mkdirSync, watch, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { context } from "esbuild";
import { bundleName, bundleOptions, lambdaEntries } from "../bundles.ts";
import type { LocalFunction } from "./local-function.ts";

const LAMBDAS = resolve(import.meta.dirname, "../../lambdas");
/** Editors write a file in several steps; one rebuild serves them all. Milliseconds. */
const SETTLE_MS = 20;

/** Watches the Lambdas' sources, rebuilds their bundles into `folder` and reloads the functions whose bundle changed. */
export async function watchLambdas(
  folder: string,
  functions: readonly LocalFunction[],
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  const builders = await Promise.all(
    lambdaEntries().map(async (entry) => ({
      bundle: bundleName(entry),
      builder: await context({ ...bundleOptions(entry, folder), write: false, logLevel: "error" }),
    })),
  );
  const hashes = new Map<string, string>();
  /** Builds everything, writes what has changed and says which bundles that is. */
  const rebuild = async (): Promise<string[]> => {
    const built = await Promise.all(
      builders.map(async ({ bundle, builder }) => ({ bundle, files: (await builder.rebuild()).outputFiles ?? [] })),
    );
    const changed = built.filter(({ bundle, files }) => {
      const hash = files.map((file) => file.hash).join();
      const differs = hashes.get(bundle) !== hash;
      hashes.set(bundle, hash);
      return differs;
    });
    for (const file of changed.flatMap(({ files }) => files)) {
      mkdirSync(dirname(file.path), { recursive: true });
      writeFileSync(file.path, file.contents);
    }
    return changed.map(({ bundle }) => bundle);
  };
  await rebuild();

  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(LAMBDAS, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      try {
        const changed = await rebuild();
        for (const local of functions) {
          if (changed.some((bundle) => local.definition.name.endsWith(`-${bundle}`))) local.reload();
        }
        if (changed.length > 0) say(`reloaded ${changed.join(", ")}`);
      } catch (error) {
        say(`not reloaded, the last good bundles go on: ${(error as Error).message}`);
      }
    }, SETTLE_MS);
  });
  return async () => {
    watcher.close();
    clearTimeout(timer);
    await Promise.all(builders.map(({ builder }) => builder.dispose()));
  };
}
