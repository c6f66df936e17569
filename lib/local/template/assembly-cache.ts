import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";

/** The tools' cache folder below the root; `npm ci` empties it. */
const CACHE = "node_modules/.cache/magpie";
/** The inputs of an assembly. */
const SOURCES = [
  "lib/**/*.{ts,js}",
  "lambdas/**/*.{ts,html,css}",
  "client/**/*.ts",
  "console/**/*.*",
  "docs/{runbook,extension}.md",
  "cdk.json",
  "package.json",
  "package-lock.json",
];
/** Retention of unused entries, in milliseconds. */
const KEPT_MS = 7 * 24 * 3_600_000;

/**
 * A folder with the output of `make` for the current sources: made now, or by an earlier start.
 *
 * @param root the folder of the sources and of the cache
 * @param make fills the given folder
 * @param fallback the folder that is used when the cache can't be written to
 */
export async function makeOnce(
  root: string,
  make: (folder: string) => Promise<void>,
  fallback: string,
): Promise<string> {
  const cache = join(root, CACHE);
  try {
    mkdirSync(cache, { recursive: true });
  } catch (error) {
    // A read-only tree, which can still be run.
    if (!/EACCES|EPERM|EROFS/.test(String(error))) throw error;
    await make(fallback);
    return fallback;
  }
  const hash = sourcesHash(root);
  const folder = join(cache, hash);
  if (existsSync(folder)) {
    const now = new Date();
    utimesSync(folder, now, now);
    return folder;
  }
  removeOld(cache);
  const made = mkdtempSync(join(cache, "new-"));
  await make(made);
  // Sources that were edited meanwhile would be stored under the wrong hash.
  if (sourcesHash(root) !== hash) return made;
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another start with the same sources has stored the folder first.
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true });
  }
  return folder;
}

function sourcesHash(root: string): string {
  const hash = createHash("sha256").update(process.version);
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

function removeOld(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
