import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, onTestFinished } from "vitest";

/** A temporary folder; `remove` it at the end. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "magpie-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The path of a temporary folder, for the tests of a file. */
export function folderOfFile(): string {
  const { path, remove } = temporaryFolder();
  afterAll(remove);
  return path;
}

/** The path of a temporary folder, until the end of the test. */
export function folderOfTest(): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
}

/** A temporary folder of its own for each test of a file. */
export function folderOfEachTest(): { readonly path: string } {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  return {
    get path() {
      return folder.path;
    },
  };
}
