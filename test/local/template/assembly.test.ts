import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Assembly } from "../../../lib/local/template/assembly.ts";
import { assembly } from "../../../lib/local/template/assembly.ts";
import { folderOfFile } from "../temporary-folders.ts";

const folder = folderOfFile();
let built: Assembly;

beforeAll(async () => {
  built = await assembly(folder);
});

describe("the assembly", () => {
  // `npm ci` removes the cache. A runner that ends afterwards writes its compile cache, and so creates that folder again.
  it("is stored in a folder that no compile cache creates", () => {
    const stored = dirname(built.bundles);
    expect(existsSync(stored)).toBe(true);
    expect(relative(stored, built.compileCache)).toMatch(/^\.\./);
  });
});
