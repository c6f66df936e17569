import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { sourceStack } from "../../lambdas/shared/source-stack.ts";
import { temporaryFolder } from "../local/temporary-folders.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A stack that contains line 2, column 5 of a module with this source map. */
function stackIn(name: string, map: string | null): string {
  const module = join(folder.path, `${name}.mjs`);
  if (map !== null) writeFileSync(`${module}.map`, map);
  return `Error: no\n    at a (${pathToFileURL(module)}:2:5)\n    at node:internal/x:1:2`;
}

// Columns 0 to 3 of line 2 are a package's; from 4 on they are line 3, column 3 of one of our sources.
const MAP = { version: 3, sources: ["lambdas/slides/api.ts"], names: [], mappings: ";A,IAEE" };

describe("a stack of a bundle", () => {
  it("has the lines of our sources, and keeps all others", () => {
    const stack = stackIn("mapped", JSON.stringify(MAP));
    expect(sourceStack(stack)).toBe("Error: no\n    at a (lambdas/slides/api.ts:3:3)\n    at node:internal/x:1:2");
    const inPackage = stack.replace(":2:5", ":2:4");
    expect(sourceStack(inPackage)).toBe(inPackage);
  });

  it("is mapped by a map that is read once", () => {
    const stack = stackIn("read-once", JSON.stringify(MAP));
    const mapped = sourceStack(stack);
    rmSync(join(folder.path, "read-once.mjs.map"));
    expect(sourceStack(stack)).toBe(mapped);
  });

  it.each([
    ["has no map", null],
    ["has a map that is no JSON", "{"],
    ["has a map of another kind", "[]"],
    ["has a map that is damaged", JSON.stringify({ ...MAP, mappings: 7 })],
  ])("is unchanged when it %s", (what, map) => {
    const stack = stackIn(what.replaceAll(" ", "-"), map);
    expect(sourceStack(stack)).toBe(stack);
  });
});
