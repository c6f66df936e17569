import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { ROOT, read } from "./documents.ts";

const [, map = ""] = /^## Map of the code\n(.*?)^## /ms.exec(read("CONTRIBUTING.md")) ?? [];

/** The folders that the map names, each in code marks or at the start of a line, with a slash at its end. */
const named = [...map.matchAll(/(?:^|`)([\w-]+(?:\/[\w-]+)*)\/(?:`|\s)/gm)].map(([, folder = ""]) => folder);

/** Every folder that holds a file, at any depth, from the root. The results of a build are not part of the code. */
const PARTS = ["bin", "lib", "client", "console", "extension", "lambdas", "test", "docs"];
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...PARTS], { cwd: ROOT, encoding: "utf8" });
const folders = new Set<string>();
for (const file of files.trim().split("\n")) {
  for (let folder = dirname(file); folder !== "." && !folders.has(folder); folder = dirname(folder))
    folders.add(folder);
}

/** The folders of which the map names every subfolder. */
const LISTED = ["lambdas", "lambdas/shared", "lib", "lib/local", "client", "console", "extension"];

it("of CONTRIBUTING.md names no folder that does not exist", () => {
  expect(named.length).toBeGreaterThan(50);
  const unknown = named.filter((name) => ![...folders].some((folder) => `/${folder}`.endsWith(`/${name}`)));
  expect(unknown, "Remove the folder from the map of the code in CONTRIBUTING.md").toEqual([]);
});

it.each(LISTED)("of CONTRIBUTING.md names every folder in %s", (parent) => {
  const missing = [...folders].filter(
    (folder) => dirname(folder) === parent && !named.some((name) => `/${folder}`.endsWith(`/${name}`)),
  );
  expect(missing, "Add the folder to the map of the code in CONTRIBUTING.md").toEqual([]);
});

it("of CONTRIBUTING.md names the subfolders that features have", () => {
  const rooms = [...folders].filter((folder) => /^lambdas\/(?!shared\/)[\w-]+\/[\w-]+$/.test(folder));
  const missing = rooms.filter((room) => !named.some((name) => `/${room}`.endsWith(`/${name}`)));
  expect(missing, "Add the subfolder to the table in CONTRIBUTING.md").toEqual([]);
});
