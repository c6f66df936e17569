import { join } from "node:path";
import { expect, it } from "vitest";
import { operatorKey } from "../../../lib/local/access/callers.ts";
import { DataFolder } from "../../../lib/local/data-folder.ts";
import { folderOfEachTest } from "../temporary-folders.ts";

const temporary = folderOfEachTest();

/** The operator's key of a data folder, as a newly started runner finds it. */
function keyOf(name: string) {
  const folder = DataFolder.open(join(temporary.path, name));
  const key = operatorKey(folder.database);
  folder.close();
  return key;
}

it("the operator's key survives a restart, and differs between data folders", () => {
  const [first, again, other] = [keyOf("first"), keyOf("first"), keyOf("other")];
  expect(again).toEqual(first);
  expect(other.accessKeyId).not.toBe(first.accessKeyId);
  expect(other.secretAccessKey).not.toBe(first.secretAccessKey);
});
