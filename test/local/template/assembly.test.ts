import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Assembly } from "../../../lib/local/template/assembly.ts";
import { assembly } from "../../../lib/local/template/assembly.ts";

let folder: string;
let built: Assembly;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "magpie-assembly-"));
  built = await assembly(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the assembly", () => {
  // `npm ci` removes the cache. A runner that ends afterwards writes its compile cache, and so creates that folder again.
  it("is stored in a folder that no compile cache creates", () => {
    const stored = dirname(built.bundles);
    expect(existsSync(stored)).toBe(true);
    expect(relative(stored, built.compileCache)).toMatch(/^\.\./);
  });
});
