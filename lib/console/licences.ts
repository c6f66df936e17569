import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Metafile } from "esbuild";

/** A file of a package: the folder of the package is the first group. */
const OF_PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * The licences of the packages whose code is in some builds, one after the other.
 *
 * @param workingDir the folder to which the builds' paths are relative
 * @throws Error when a package has no file with its licence
 */
export function licencesOf(workingDir: string, builds: readonly Metafile[]): string {
  const inputs = builds.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  const folders = new Set(inputs.map((path) => OF_PACKAGE.exec(path)?.[1]).filter((folder) => folder !== undefined));
  return [...folders]
    .sort()
    .map((folder) => licenceOf(resolve(workingDir, folder)))
    .join("\n\n");
}

function licenceOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`The package ${name} has no file with its licence, which the console shows.`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
