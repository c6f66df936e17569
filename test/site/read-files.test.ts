import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readFiles } from "../../lambdas/site/read-files.ts";

const folder = mkdtempSync(join(tmpdir(), "magpie-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("reads every file with its bytes, by its path on the site", async () => {
  const files = { "app/index.html": "page", "app/icons/small.png": "\u{89}PNG", "docs/index.html": "guide" };
  mkdirSync(join(folder, "app/icons"), { recursive: true });
  mkdirSync(join(folder, "docs"));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text, "latin1");
  const found = await readFiles(folder);
  expect(Object.fromEntries(found.map(({ path, body }) => [path, Buffer.from(body).toString("latin1")]))).toEqual(
    files,
  );
});
