import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Release } from "./release.ts";
import { PARTS } from "./release.ts";

/** A version as a folder is named, e.g. `1.0.0`. */
const VERSION = /^\d+\.\d+\.\d+$/;

/** The latest version of which there is a snapshot; null before the first. */
export function lastVersion(): string | null {
  const [last = null] = readdirSync(import.meta.dirname)
    .filter((name) => VERSION.test(name))
    .toSorted((one, other) => other.localeCompare(one, "en", { numeric: true }));
  return last;
}

/** Reads the snapshot of a version. */
export function readSnapshot(version: string): Release {
  const read = (part: string) => JSON.parse(readFileSync(file(version, part), "utf8"));
  return Object.fromEntries(PARTS.map((part) => [part, read(part)])) as unknown as Release;
}

/** Writes the snapshot of a version; one that is there is replaced. @returns its files */
export function writeSnapshot(version: string, release: Release): readonly string[] {
  mkdirSync(join(import.meta.dirname, version), { recursive: true });
  return PARTS.map((part) => {
    writeFileSync(file(version, part), `${JSON.stringify(release[part], null, 2)}\n`);
    return file(version, part);
  });
}

function file(version: string, part: string): string {
  return join(import.meta.dirname, version, `${part}.json`);
}
