import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { BuildOptions } from "esbuild";

const PACKAGES = resolve(import.meta.dirname, "../../node_modules");

/** The packages that are installed beside a bundle with all their files, because they have files other than code; by bundle. */
const WHOLE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  // Of the second one only the browser in it is used.
  "mercari-renderer": ["playwright-core", "@sparticuz/chromium"],
};

/** The bundling options that install a bundle's packages into `folder/node_modules`, before its first build. */
export function unbundledPackages(
  bundle: string,
  folder: string,
): Required<Pick<BuildOptions, "external" | "plugins">> {
  const packages = WHOLE_PACKAGES[bundle] ?? [];
  return {
    external: [...packages],
    plugins: packages.map((name) => ({
      name: `whole ${name}`,
      setup: ({ onStart }) => onStart(() => putBeside(name, join(folder, "node_modules", name))),
    })),
  };
}

function putBeside(name: string, to: string): void {
  if (existsSync(to)) return;
  const from = join(PACKAGES, name);
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
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
