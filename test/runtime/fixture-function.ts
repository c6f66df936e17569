import { join } from "node:path";
import { build } from "esbuild";
import { bundleName, mappedBundleOptions, writeBundle } from "../../lib/bundles.ts";
import type { RuntimeFunction } from "./runtime-process.ts";

/** A module of `fixtures/`, bundled into `outdir` like the Lambdas: its exports are functions to start. */
export async function bundledFixture(name: string, outdir: string): Promise<(exported?: string) => RuntimeFunction> {
  const entry = `test/runtime/fixtures/${name}.ts`;
  const { outputFiles } = await build(mappedBundleOptions(entry, outdir));
  const folder = join(outdir, bundleName(entry));
  writeBundle(outputFiles, folder);
  return (exported = "handler") => bundledFunction(folder, exported);
}

/** A bundle's function without the template's variables. */
export function bundledFunction(folder: string, exported = "handler"): RuntimeFunction {
  return {
    name: "test",
    arn: "arn:aws:lambda:us-east-1:000000000000:function:test",
    folder,
    handler: `index.${exported}`,
    memoryMegabytes: 256,
    timeoutMs: 10_000,
    environment: {},
  };
}
