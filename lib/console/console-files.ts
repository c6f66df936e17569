import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { BuildOptions, Metafile, Plugin } from "esbuild";
import { build } from "esbuild";
import { VERSION } from "../bundling/version.ts";
import type { Into } from "../site-build.ts";
import { FOR_BROWSERS, filesOfFixedNames, filledPage, siteFolder } from "../site-build.ts";
import { modulesOfFirstLoad } from "./first-load.ts";
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
 * manifest, its icons and the licences; and the service worker `sw.js`, which is given the list of all these files but the
 * licences. The page and the worker name the build that they are of.
 *
 * @param bundle the name of a Lambda's bundle; others than the one that deploys the console get nothing
 */
export function consoleFiles(bundle: string): Plugin[] {
  return siteFolder(bundle, FOLDER, async (into) => {
    const firstLoad = await modulesOfFirstLoad(SCRIPT, { ...into, ...JSX });
    const plugins = [textsOnDemand(SCRIPT, firstLoad), oneSharedFile(SCRIPT, firstLoad)];
    const assets = await build({ ...into, ...ASSETS, plugins });
    const sources = namedFiles();
    const id = buildId(assets.metafile, sources);
    const named = { ...sources, "index.html": filled(sources["index.html"], into, assets.metafile, id) };
    const worker = await build({ ...into, ...workerOf(assets.metafile, named, id) });
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
  splitting: true,
  // Modules are read as UTF-8 wherever they come from. Escaped, the Japanese texts take 160 bytes more of the first load by gzip.
  charset: "utf8",
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
} satisfies BuildOptions;

/** The files whose names stay the same, but for the worker and the licences; the page with its placeholders. */
function namedFiles() {
  const others = ["manifest.webmanifest", ...readdirSync(join(SOURCES, "icons")).map((name) => `icons/${name}`)];
  return {
    ...Object.fromEntries(others.map((path) => [path, readFileSync(join(SOURCES, path))])),
    "index.html": readFileSync(join(SOURCES, "index.html"), "utf8"),
  };
}

/**
 * The name of a build, which differs when the release or a file of the worker's list differs: scripts and styles are named by
 * their content.
 */
function buildId(assets: Metafile, named: Readonly<Record<string, string | Uint8Array>>): string {
  const id = createHash("sha256").update([VERSION, ...addresses(assets)].join("\n"));
  for (const [path, content] of Object.entries(named)) id.update(`\n${path}\n`).update(content);
  return id.digest("hex").slice(0, 8);
}

/** The page that loads the build's scripts and styles. */
function filled(page: string, { absWorkingDir }: Into, metafile: Metafile, id: string): string {
  const builtFrom = (source: string) => {
    const found = Object.entries(metafile.outputs).find(
      ([, { entryPoint = "" }]) => resolve(absWorkingDir, entryPoint) === source,
    );
    if (found === undefined) throw new Error(`The build has made nothing of ${source}.`);
    return found[0];
  };
  const script = builtFrom(SCRIPT);
  return filledPage(page, {
    ".js": address(script),
    version: VERSION,
    build: id,
    ".css": address(builtFrom(STYLE)),
    "screens.css": address(builtFrom(SCREEN_STYLE)),
    preloads: staticImports(metafile, script)
      .map((path) => `<link rel="modulepreload" href="${address(path)}" />`)
      .join(""),
  });
}

/** The service worker, with the list of what it keeps. */
function workerOf(assets: Metafile, named: object, id: string) {
  const paths = Object.keys(named).map((path) => (path === "index.html" ? PAGE : `${PAGE}${path}`));
  return {
    ...FOR_BROWSERS,
    entryPoints: [{ in: join(SOURCES, "service-worker.ts"), out: "sw" }],
    // Not every browser starts a worker that is a module.
    format: "iife",
    define: { PRECACHED: JSON.stringify([...paths, ...addresses(assets)]), BUILD: JSON.stringify(id) },
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

function addresses({ outputs }: Metafile): string[] {
  return Object.keys(outputs).map(address).sort();
}

/** The path on the site of one of the build's scripts and styles. */
function address(output: string): string {
  return `${PAGE}assets/${basename(output)}`;
}
