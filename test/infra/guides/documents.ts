import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The root of the project. */
export const ROOT = resolve(import.meta.dirname, "../../..");

/** A document of the project. */
export interface Document {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
  /** The text without its blocks of code. */
  readonly prose: string;
}

/** Every document, e.g. README.md and those of `docs`. */
export const documents: readonly Document[] = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT })
  .sort()
  .map((path) => {
    const text = read(path);
    return { path, text, prose: text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "") };
  });

/** Every file of the project's own code, from the root. */
export const sources: readonly string[] = globSync(
  ["{bin,lib,lambdas,client,console,extension,test}/**/*.{ts,tsx,js,cjs,json,css,html}", "*.{ts,json}", ".*.cjs"],
  { cwd: ROOT, exclude: ["client/dist", "extension/dist", "package-lock.json"] },
).sort();

export function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The texts in code marks, each with its document. */
export const marked: readonly (readonly [path: string, text: string])[] = documents.flatMap(({ path, prose }) =>
  [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]): [string, string] => [path, text]),
);
