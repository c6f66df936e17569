import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { zipSync } from "fflate";
import { extensionFiles } from "./extension-files.ts";
import { BROWSERS } from "./manifest.ts";

const DIST = resolve(import.meta.dirname, "../../extension/dist");

/** A zip file of some files: the same bytes for the same files, wherever and whenever it is made. */
export function zipOf(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  // The earliest time that a zip file can name. It has no zone, and so is the local one everywhere.
  return zipSync(Object.fromEntries(files), { level: 9, mtime: new Date(1980, 0, 1) });
}

/**
 * Writes the extension to `extension/dist`, for each browser as a zip file and as a folder.
 *
 * @returns the paths of the zip files
 */
export async function buildExtension(): Promise<readonly string[]> {
  rmSync(DIST, { recursive: true, force: true });
  const built = await extensionFiles(BROWSERS);
  return Array.from(built, ([browser, files]) => {
    const folder = join(DIST, browser);
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const zip = join(DIST, `magpie-${browser}.zip`);
    writeFileSync(zip, zipOf(files));
    return zip;
  });
}
