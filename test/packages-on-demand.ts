import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { timedRun } from "./perf/processes.ts";

/** The folder of packages that no test needs, by the name of their set: a cache, so that the project's own packages stay few. */
export const packagesFolder = (name: string): string => resolve(import.meta.dirname, "../node_modules/.cache", name);

/**
 * Installs packages, unless the same ones are there from an earlier run. Those that they expect beside themselves (peer
 * dependencies) are the project's.
 *
 * @param name of the set
 * @param dependencies versions by name
 */
export async function installPackages(name: string, dependencies: Readonly<Record<string, string>>): Promise<void> {
  if (areInstalled(name, dependencies)) return;
  const folder = packagesFolder(name);
  console.error(`Installing packages into ${folder} ...`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), manifestOf(dependencies));
  const options = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  await timedRun("npm", ["install", ...options], { cwd: folder });
  writeFileSync(markerOf(name), manifestOf(dependencies));
}

/** Whether the packages are there, in these versions. */
export function areInstalled(name: string, dependencies: Readonly<Record<string, string>>): boolean {
  try {
    return readFileSync(markerOf(name), "utf8") === manifestOf(dependencies);
  } catch {
    return false;
  }
}

/** Written last: an installation that was interrupted is started again. */
const markerOf = (name: string) => join(packagesFolder(name), "installed.json");

const manifestOf = (dependencies: Readonly<Record<string, string>>) => JSON.stringify({ private: true, dependencies });
