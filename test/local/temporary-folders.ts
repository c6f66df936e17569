import { afterAll, afterEach, beforeEach } from "vitest";
import { temporaryFolder } from "./system.ts";

/** The path of a temporary folder, for the tests of a file. */
export function folderOfFile(): string {
  const { path, remove } = temporaryFolder();
  afterAll(remove);
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
