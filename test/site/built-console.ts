import { globSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { SITE_FILES } from "../../lib/site-build.ts";

/** The folder of the console's files, as the build has made them. */
export const consoleFolder = () => join(inject("bundles"), SITE_FILES, "app");

/** The files, by their paths in the folder. */
export const consoleFiles = () => globSync("**/*.*", { cwd: consoleFolder() }).sort();

/** The paths on the site of all that the app may ask for without a network. */
export function offlinePaths(): string[] {
  return consoleFiles()
    .filter((file) => !["sw.js", "licenses.txt"].includes(file))
    .map((file) => (file === "index.html" ? "/app/" : `/app/${file}`))
    .sort();
}
