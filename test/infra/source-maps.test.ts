import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { bundleName, mappedBundleOptions, writeBundle } from "../../lib/bundles.ts";
import { bundles, ROOT } from "./synthesized.ts";

interface SourceMapJson {
  readonly sources: readonly string[];
  readonly sourcesContent?: unknown;
}

const read = (...path: string[]) => readFileSync(join(...path), "utf8");

describe.each(readdirSync(bundles))("bundle %s", (bundle) => {
  it("has a source map with our sources, and no others", () => {
    const map = JSON.parse(read(bundles, bundle, "index.mjs.map")) as SourceMapJson;
    expect(map.sources).toContain(`lambdas/${bundle.replace("-", "/")}.ts`);
    expect(map.sources.filter((source) => !/^lambdas\//.test(source) || !existsSync(join(ROOT, source)))).toEqual([]);
    expect(map).not.toHaveProperty("sourcesContent");
  });

  it("does not reference it, so that a start does not read it", () => {
    expect(read(bundles, bundle, "index.mjs")).not.toContain("sourceMappingURL");
  });
});

it("a bundle is the same on every machine: its hash decides whether it is deployed again", async () => {
  const entry = "lambdas/books/on-schedule.ts";
  const made = async (outdir: string) => {
    const { outputFiles } = await build(mappedBundleOptions(entry, outdir));
    writeBundle(outputFiles, outdir);
    return contentOf(outdir);
  };
  const contentOf = (built: string) => Object.fromEntries(readdirSync(built).map((name) => [name, read(built, name)]));
  const folder = mkdtempSync(join(tmpdir(), "magpie-infra-"));
  try {
    const [one, other] = [await made(join(folder, "one")), await made(join(folder, "a/deeper/one"))];
    expect(Object.keys(one)).toContain("index.mjs.map");
    expect(Object.keys(other)).toEqual(Object.keys(one));
    // Built after others, with the modules that esbuild had read for these.
    const inTurn = contentOf(join(bundles, bundleName(entry)));
    expect(Object.keys(inTurn)).toEqual(Object.keys(one));
    for (const [name, content] of Object.entries(one)) {
      expect(other[name] === content, name).toBe(true);
      expect(inTurn[name] === content, name).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
