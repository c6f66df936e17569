import { readFileSync } from "node:fs";

/** The version of this tree, e.g. `1.0.0`: package.json is its only source. */
export const VERSION: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
