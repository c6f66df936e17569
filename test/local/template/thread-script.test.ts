import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { buildThreadScript } from "../../../lib/local/template/thread-script.ts";

it("the script of the functions' threads is one module that imports Node's own modules only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "magpie-thread-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "thread.mjs");
  await buildThreadScript(file);
  const imported = [...readFileSync(file, "utf8").matchAll(/^import .* from "(.*)";$/gm)].map(([, name]) => name);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((name) => !name?.startsWith("node:"))).toEqual([]);
});
