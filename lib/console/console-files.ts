import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { BuildOptions, Metafile, Plugin } from "esbuild";
import { build } from "esbuild";
import { VERSION } from "../bundling/version.ts";
import type { Into } from "../site-build.ts";
import { FOR_BROWSERS, filesOfFixedNames, filledPage, siteFolder } from "../site-build.ts";
import { licencesOf } from "./licences.ts";
import { oneSharedFile } from "./one-shared-file.ts";
import { textsOnDemand } from "./texts-on-demand.ts";

const SOURCES = resolve(import.meta.dirname, "../../console");
/** The folder on the site. The behaviours of `/app` serve it. */
const FOLDER = "app";
/** The page's own path. Its deep links are answered with the same page. */
const PAGE = `/${FOLDER}/`;

/**
 * How the console is built into the bundle of the function that deploys it: scripts and styles in `assets/`, named by a
 * hash of their content; the page, which has the scripts that it needs at once fetched side by side; the web app's
 * manifest, its icons and the licences; and the service worker `sw.js`, which is given the list of all these files.
 *
 * @param bundle the name of a Lambda's bundle; others than the one that deploys the console get nothing
 */
export function consoleFiles(bundle: string): Plugin[] {
  return siteFolder(bundle, FOLDER, async (into) => {
    const assets = await build({ ...into, ...ASSETS });
    const named = namedFiles(into, assets.metafile);
    const worker = await build({ ...into, ...workerOf(assets.metafile, named) });
    const licences = { "licenses.txt": licencesOf(into.absWorkingDir, [assets.metafile, worker.metafile]) };
    return [assets, worker, await build({ ...into, ...filesOfFixedNames(SOURCES, { ...named, ...licences }) })];
  });
}

const SCRIPT = join(SOURCES, "main.tsx");
const STYLE = join(SOURCES, "styles/main.css");
/** Of the screens that are loaded on demand. */
const SCREEN_STYLE = join(SOURCES, "styles/screens.css");

const JSX = { jsx: "automatic", jsxImportSource: "preact" } satisfies BuildOptions;

const ASSETS = {
  ...FOR_BROWSERS,
  ...JSX,
  entryPoints: [SCRIPT, STYLE, SCREEN_STYLE],
  plugins: [textsOnDemand(SCRIPT, JSX), oneSharedFile(SCRIPT)],
  splitting: true,
  // Modules are read as UTF-8 wherever they come from. Escaped, the Japanese texts take 160 bytes more of the first load by gzip.
  charset: "utf8",
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
} satisfies BuildOptions;

/** The files whose names stay the same, but for the worker and the licences. */
function namedFiles({ absWorkingDir }: Into, metafile: Metafile): Record<string, string | Uint8Array> {
  const builtFrom = (source: string) => {
    const found = Object.entries(metafile.outputs).find(
      ([, { entryPoint = "" }]) => resolve(absWorkingDir, entryPoint) === source,
    );
    if (found === undefined) throw new Error(`The build has made nothing of ${source}.`);
    return found[0];
  };
  const script = builtFrom(SCRIPT);
  const page = filledPage(readFileSync(join(SOURCES, "index.html"), "utf8"), {
    ".js": address(script),
    version: VERSION,
    ".css": address(builtFrom(STYLE)),
    "screens.css": address(builtFrom(SCREEN_STYLE)),
    preloads: staticImports(metafile, script)
      .map((path) => `<link rel="modulepreload" href="${address(path)}" />`)
      .join(""),
  });
  const others = ["manifest.webmanifest", ...readdirSync(join(SOURCES, "icons")).map((name) => `icons/${name}`)];
  return {
    "index.html": page,
    ...Object.fromEntries(others.map((path) => [path, readFileSync(join(SOURCES, path))])),
  };
}

/** The service worker, with the list of what it keeps and a version that differs when one of these files differs. */
function workerOf({ outputs }: Metafile, named: Readonly<Record<string, string | Uint8Array>>) {
  const assets = Object.keys(outputs).map(address).sort();
  const paths = Object.keys(named).map((path) => (path === "index.html" ? PAGE : `${PAGE}${path}`));
  const version = createHash("sha256").update(assets.join("\n"));
  for (const [path, content] of Object.entries(named)) version.update(`\n${path}\n`).update(content);
  return {
    ...FOR_BROWSERS,
    entryPoints: [{ in: join(SOURCES, "service-worker.ts"), out: "sw" }],
    // Not every browser starts a worker that is a module.
    format: "iife",
    define: {
      PRECACHED: JSON.stringify([...paths, ...assets]),
      VERSION: JSON.stringify(version.digest("hex").slice(0, 16)),
    },
  } satisfies BuildOptions;
}

/** What a script imports statically, also through its imports: the page needs these files before it shows anything. */
function staticImports({ outputs }: Metafile, script: string): string[] {
  const found = new Set<string>();
  const visit = (path: string) => {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind !== "import-statement" || found.has(imported)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(script);
  return [...found];
}

/** The path on the site of one of the build's scripts and styles. */
function address(output: string): string {
  return `${PAGE}assets/${basename(output)}`;
}
