import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolder } from "../../lib/local/data-folder.ts";
import { InFlight } from "../../lib/local/emulators/in-flight.ts";
import { isStorageFailure, storageFailureLine } from "../../lib/local/storage-failure.ts";
import { folderOfEachTest } from "./temporary-folders.ts";

const temporary = folderOfEachTest();
let failures: unknown[];
let folder: DataFolder;

beforeEach(() => {
  failures = [];
  folder = DataFolder.open(temporary.path, (error) => failures.push(error));
});

afterEach(() => folder.database.close());

describe("a write that the data folder does not take", () => {
  it("is reported by the runner's database, and fails", () => {
    const running = new InFlight(folder.database);
    const { page_count: pages } = folder.database.prepare("PRAGMA page_count").get() ?? {};
    // SQLite then behaves as on a full disk.
    folder.database.exec(`PRAGMA max_page_count = ${pages}`);
    const handles = Array.from({ length: 1_000 }, (_, number) => `handle-${number}`);
    expect(() => running.begin("work", handles)).toThrow(/full/);
    expect(failures.map((error) => storageFailureLine("/data", error))).toEqual([
      "The data folder /data can't grow: its disk is full. Free some space, then start Magpie again; what it has accepted is stored.",
    ]);
  });

  it("is reported for a file", () => {
    rmSync(temporary.path, { recursive: true });
    expect(() => folder.writeJson("out.json", {})).toThrow(/ENOENT/);
    expect(failures).toHaveLength(1);
  });
});

it("an error of a statement is no failure of the storage", () => {
  expect(() => folder.database.exec("INSERT INTO nowhere VALUES (1)")).toThrow(/no such table/);
  expect(() => folder.database.prepare("SELECT 1 FROM nowhere")).toThrow(/no such table/);
  expect(failures).toEqual([]);
});

it.each([
  ["ENOSPC: no space left on device, write", /its disk is full/],
  ["EDQUOT: disk quota exceeded, write", /its disk is full/],
  ["IO error: /data/000003.log: No space left on device", /its disk is full/],
  ["IO error: /data/000003.log: Read-only file system", /can't be written to \(IO error.*\)\. Make it writable/],
  ["EROFS: read-only file system, open '/data/outputs.json.new'", /Make it writable/],
  ["disk I/O error", /Make it writable/],
  ["attempt to write a readonly database", /Make it writable/],
])("%s", (message, line) => {
  const error = new Error(message);
  expect(isStorageFailure(error)).toBe(true);
  expect(storageFailureLine("/data", error)).toMatch(line);
});

it("a database that can't be opened names the cause", () => {
  const cause = new Error("IO error: /data/LOCK: Permission denied");
  const error = new Error("Database failed to open", { cause });
  expect(isStorageFailure(error)).toBe(true);
  expect(storageFailureLine("/data", error)).toContain("(IO error: /data/LOCK: Permission denied). Make it writable");
});
