import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { SiteFile } from "./site-object.ts";

/** The files of a folder and of the folders below it. */
export async function readFiles(folder: string): Promise<SiteFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        return { path: relative(folder, file).split(sep).join("/"), body: await readFile(file) };
      }),
  );
}
