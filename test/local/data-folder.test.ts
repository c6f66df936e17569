import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataFolder } from "../../lib/local/data-folder.ts";
import { InFlight } from "../../lib/local/emulators/in-flight.ts";
import { StartError } from "../../lib/local/start-error.ts";
import { folderOfEachTest } from "./temporary-folders.ts";

const temporary = folderOfEachTest();

describe("the data folder", () => {
  it("is created with all of its parents", () => {
    const folder = DataFolder.open(join(temporary.path, "a/b/c"));
    expect(statSync(folder.path).isDirectory()).toBe(true);
    expect(folder.file("d", "e")).toBe(join(temporary.path, "a/b/c/d/e"));
    folder.close();
  });

  it("is closed to other users of the machine, even if it was open to them", () => {
    const path = join(temporary.path, "data");
    mkdirSync(path);
    // Whatever the process's umask is.
    chmodSync(path, 0o755);
    DataFolder.open(path).close();
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it("belongs to one runner at a time, and is free when that one has ended", () => {
    const first = DataFolder.open(temporary.path);
    expect(() => DataFolder.open(temporary.path)).toThrow(StartError);
    expect(() => DataFolder.open(temporary.path)).toThrow(/Another Magpie.*MAGPIE_DATA_DIR/);
    first.close();
    DataFolder.open(temporary.path).close();
  });

  it("knows whether the last runner ended properly", () => {
    const first = DataFolder.open(temporary.path);
    expect(first.killed).toBe(false);
    first.close();
    const second = DataFolder.open(temporary.path);
    expect(second.killed).toBe(false);
    // As after a kill, without a clean-up.
    second.database.close();
    const third = DataFolder.open(temporary.path);
    expect(third.killed).toBe(true);
    // A start that fails before the repair leaves the mark for the next one.
    third.close();
    const fourth = DataFolder.open(temporary.path);
    expect(fourth.killed).toBe(true);
    fourth.markRepaired();
    fourth.close();
    const fifth = DataFolder.open(temporary.path);
    expect(fifth.killed).toBe(false);
    fifth.close();
  });

  it("can't be created below a file", () => {
    const file = join(temporary.path, "file");
    writeFileSync(file, "");
    expect(() => DataFolder.open(join(file, "data"))).toThrow(StartError);
    expect(() => DataFolder.open(join(file, "data"))).toThrow(/can't be written to/);
  });

  it("with an invalid state file can't be used", () => {
    writeFileSync(
      join(temporary.path, "runner.db"),
      "this is no database, but long enough to be looked at ".repeat(20),
    );
    expect(() => DataFolder.open(temporary.path)).toThrow(StartError);
  });

  it("with a folder in place of its state file can't be used", () => {
    mkdirSync(join(temporary.path, "runner.db"));
    expect(() => DataFolder.open(temporary.path)).toThrow(StartError);
  });

  it("has JSON files that are complete, and for their owner only", () => {
    const folder = DataFolder.open(temporary.path);
    for (const value of [{ a: 1 }, { a: 2, b: [3] }]) {
      folder.writeJson("out.json", value);
      expect(JSON.parse(readFileSync(folder.file("out.json"), "utf8"))).toEqual(value);
    }
    expect(statSync(folder.file("out.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(temporary.path).filter((name) => name.endsWith(".new"))).toEqual([]);
    folder.close();
  });
});

describe("messages whose function is running", () => {
  it("are known to the next runner, until it has ended them", () => {
    const first = DataFolder.open(temporary.path);
    const running = new InFlight(first.database);
    running.begin("work", ["a", "b"]);
    running.begin("other", ["c"]);
    running.end(["b"]);
    first.close();

    const left = [
      { receiptHandle: "a", queue: "work" },
      { receiptHandle: "c", queue: "other" },
    ];
    const second = DataFolder.open(temporary.path);
    expect(new InFlight(second.database).leftOver()).toEqual(left);
    second.close();

    const third = DataFolder.open(temporary.path);
    const again = new InFlight(third.database);
    expect(again.leftOver()).toEqual(left);
    again.end(["a"]);
    expect(again.leftOver()).toEqual(left.slice(1));
    third.close();
  });

  it("have the wait that their function set, and no others have", () => {
    const folder = DataFolder.open(temporary.path);
    const running = new InFlight(folder.database);
    running.begin("work", ["a"]);
    expect(running.restOf("a")).toBeUndefined();
    expect(running.postpone("a", 60)).toBe(true);
    expect(running.restOf("a")).toBeGreaterThan(59);
    expect(running.restOf("a")).toBeLessThanOrEqual(60);
    expect(running.postpone("unknown", 60)).toBe(false);
    running.end(["a"]);
    expect(running.postpone("a", 60)).toBe(false);
    expect(running.restOf("a")).toBeUndefined();
    folder.close();
  });
});
