import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildThreadScript } from "../../../lib/local/template/thread-script.ts";
import { folderOfTest } from "../temporary-folders.ts";

it("the script of the functions' threads is one module that imports Node's own modules only", async () => {
  const file = join(folderOfTest(), "thread.mjs");
  await buildThreadScript(file);
  const imported = [...readFileSync(file, "utf8").matchAll(/^import .* from "(.*)";$/gm)].map(([, name]) => name);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((name) => !name?.startsWith("node:"))).toEqual([]);
});
