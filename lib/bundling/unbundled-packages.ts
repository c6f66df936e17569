import { copyFileSync, existsSync, globSync, linkSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { BuildOptions } from "esbuild";

const PACKAGES = resolve(import.meta.dirname, "../../node_modules");

/** The packages that are installed beside a bundle, because they have files other than code; by bundle. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  // Of the second one only the browser in it is used.
  "mercari-renderer": ["playwright-core", "@sparticuz/chromium"],
  "bookmarks-worker": ["pdfjs-dist", "wasm-vips"],
  "books-worker": ["wasm-vips"],
  "slides-worker": ["wasm-vips"],
};

/** The files of a package that are installed; of another one, all. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  // Its two halves, 1.9 MB of 42 MB, and the character maps of Asian fonts. Minified as they come: esbuild needs no time.
  "pdfjs-dist": ["package.json", "LICENSE", "cmaps/*", "legacy/build/pdf.min.mjs", "legacy/build/pdf.worker.min.mjs"],
  // Without JPEG XL and SVG, which are not read: 9 MB of 13 MB.
  "wasm-vips": [
    "package.json",
    "LICENSE",
    "THIRD-PARTY-NOTICES.md",
    "lib/vips-node.mjs",
    "lib/vips.wasm",
    "lib/vips-heif.wasm",
  ],
};

/** The bundling options that install a bundle's packages into `folder/node_modules`, before its first build. */
export function unbundledPackages(
  bundle: string,
  folder: string,
): Required<Pick<BuildOptions, "external" | "plugins">> {
  const packages = BESIDE[bundle] ?? [];
  return {
    external: [...packages],
    plugins: packages.map((name) => ({
      name: `package ${name}`,
      setup: ({ onStart }) => onStart(() => putBeside(name, join(folder, "node_modules", name))),
    })),
  };
}

function putBeside(name: string, to: string): void {
  if (existsSync(to)) return;
  const from = join(PACKAGES, name);
  for (const entry of globSync(FILES[name] ?? ["**"], { cwd: from, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const place = join(to, file.slice(from.length));
    mkdirSync(dirname(place), { recursive: true });
    linkOrCopy(file, place);
  }
}

/** A hard link saves the copy; bundles are never written to. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Another file system, or one without links.
    copyFileSync(from, to);
  }
}
