import { chmodSync, statSync } from "node:fs";
import { makeFolder } from "./make-folder.ts";

/**
 * Makes a folder that this user alone may read and change, with the folders above it; one that exists becomes so.
 *
 * @throws Error when it can't be made, is no folder, or belongs to another user, who could change it at any time
 */
export function makeOwnFolder(path: string): void {
  makeFolder(path);
  const folder = statSync(path);
  if ((process.getuid?.() ?? folder.uid) !== folder.uid) throw new Error("it belongs to another user");
  chmodSync(path, 0o700);
}
