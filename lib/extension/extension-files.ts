import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BuildOptions } from "esbuild";
import { build } from "esbuild";
import { licencesOf } from "../console/licences.ts";
import { FOR_BROWSERS } from "../site-build.ts";
import type { ExtensionBrowser } from "./manifest.ts";
import { manifestOf } from "./manifest.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SOURCES = join(ROOT, "extension");

/** The pages, each with a script and a style of its name. */
const PAGES = ["popup", "settings"] as const;
const BACKGROUND = "background";
/** Folders that are taken as they are. */
const COPIED = ["_locales", "icons"] as const;
/** The console's icon, which the pages show. */
const ICON = join(ROOT, "console/icons/magpie.svg");

/** The files of the extension for each browser, by their paths: the same but for the manifest. */
export async function extensionFiles(
  browsers: readonly ExtensionBrowser[],
): Promise<ReadonlyMap<ExtensionBrowser, ReadonlyMap<string, Uint8Array>>> {
  const common = await commonFiles();
  return new Map(
    browsers.map((browser) => {
      const manifest = `${JSON.stringify(manifestOf(browser), null, 2)}\n`;
      const files = new Map([...common, ["manifest.json", Buffer.from(manifest)] as const]);
      return [browser, new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)))];
    }),
  );
}

const SCRIPTS = {
  ...FOR_BROWSERS,
  absWorkingDir: ROOT,
  outdir: SOURCES,
  write: false,
  entryPoints: [
    { in: join(SOURCES, `${BACKGROUND}.ts`), out: BACKGROUND },
    ...PAGES.flatMap((page) => [
      { in: join(SOURCES, `${page}.tsx`), out: page },
      { in: join(SOURCES, `styles/${page}.css`), out: page },
    ]),
  ],
  // Firefox runs a script in the background as one that is no module, unless it is told otherwise.
  format: "iife",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "silent",
} satisfies BuildOptions;

async function commonFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles, metafile } = await build(SCRIPTS);
  return new Map<string, Uint8Array>([
    ...outputFiles.map(({ path, contents }): [string, Uint8Array] => [path.slice(SOURCES.length + 1), contents]),
    ...PAGES.map((page): [string, Uint8Array] => [`${page}.html`, readFileSync(join(SOURCES, `${page}.html`))]),
    ...COPIED.flatMap(copied),
    ["icons/magpie.svg", readFileSync(ICON)],
    ["licenses.txt", Buffer.from(licencesOf(ROOT, [metafile]))],
  ]);
}

function copied(folder: string): [string, Uint8Array][] {
  return readdirSync(join(SOURCES, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(SOURCES.length + 1), readFileSync(path)]);
}
