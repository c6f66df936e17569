import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A defect that only shows between two calls: a change of one text in one file. */
export interface PlantedDefect {
  /** In words. */
  readonly what: string;
  /** The feature whose entries must find it. */
  readonly feature: string;
  /** From the root of the project. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** The test that finds it, where the matrix can't, and why it can't. */
  readonly elsewhere?: { readonly test: string; readonly why: string };
}

const ROOT = join(import.meta.dirname, "../../..");

/** How often the text of a defect occurs in its file. */
export function occurrences({ file, text }: PlantedDefect): number {
  return readFileSync(join(ROOT, file), "utf8").split(text).length - 1;
}
