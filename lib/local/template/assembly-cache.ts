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
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
/** The tools' cache folder; `npm ci` empties it. */
const CACHE = join(ROOT, "node_modules/.cache/magpie");
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
 * @param make fills the given folder
 * @param fallback the folder that is used when the cache can't be written to
 */
export async function makeOnce(make: (folder: string) => Promise<void>, fallback: string): Promise<string> {
  try {
    mkdirSync(CACHE, { recursive: true });
  } catch (error) {
    // A read-only tree, which can still be run.
    if (!/EACCES|EPERM|EROFS/.test(String(error))) throw error;
    await make(fallback);
    return fallback;
  }
  const hash = sourcesHash();
  const folder = join(CACHE, hash);
  if (existsSync(folder)) {
    const now = new Date();
    utimesSync(folder, now, now);
    return folder;
  }
  removeOld();
  const made = mkdtempSync(join(CACHE, "new-"));
  await make(made);
  // Sources that were edited meanwhile would be stored under the wrong hash.
  if (sourcesHash() !== hash) return made;
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another start with the same sources has stored the folder first.
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true });
  }
  return folder;
}

function sourcesHash(): string {
  const hash = createHash("sha256").update(process.version);
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
    hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest("hex");
}

function removeOld(): void {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
