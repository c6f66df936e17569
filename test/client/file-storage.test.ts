import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Intent, QueueStorage } from "../../client/index.ts";
import { MagpieClient, OfflineQueue } from "../../client/index.ts";
import { fileStorage } from "../../client/node/index.ts";
import { folderOfEachTest } from "../local/temporary-folders.ts";
import { kill, startChild } from "./child.ts";
import { memoryStorage } from "./memory-storage.ts";
import { keys, keysOf, newEntry, queueStorageTests } from "./queue-storage-tests.ts";
import { savedUrl } from "./saved-url.ts";
import { ScriptedApi } from "./scripted-api.ts";

const temporary = folderOfEachTest();
let folder: string;
beforeEach(() => {
  folder = join(temporary.path, "queue");
});

const files = () => readdirSync(folder).sort();
const path = (index: number) => join(folder, files()[index] ?? "none");

/** A queue whose entries all succeed. */
function queueOver(storage: QueueStorage): OfflineQueue {
  const client = new MagpieClient({ baseUrl: "https://api.example", token: "t", fetch: new ScriptedApi().fetch });
  return new OfflineQueue({ client, storage });
}

describe.each([
  ["the storage of the tests", memoryStorage],
  ["fileStorage", () => fileStorage(folder)],
])("%s", (_name, open) => queueStorageTests(open));

describe("fileStorage", () => {
  it("keeps its entries for the next process, and for this user only", async () => {
    const entry = await fileStorage(folder).add(newEntry(1));
    expect((await fileStorage(folder).list()).entries).toEqual([entry]);
    expect((await fileStorage(folder).add(newEntry(2))).place).toBe(2);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path(0)).mode & 0o777).toBe(0o600);
  });

  it("fails where there can be no folder", async () => {
    // Node's own recursive creation of a folder tries this one for ever.
    await expect(fileStorage("/proc/magpie").list()).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("fails when it can't write, and continues when it can", async () => {
    writeFileSync(folder, "a file where the folder should be");
    const storage = fileStorage(folder);
    await expect(storage.add(newEntry(1))).rejects.toMatchObject({ code: "EEXIST" });
    rmSync(folder);
    expect((await storage.add(newEntry(1))).place).toBe(1);
  });

  it("ignores a file that a crash left before the rename, and removes it when it is old", async () => {
    await fileStorage(folder).add(newEntry(1));
    const [name = ""] = files();
    const whole = readFileSync(path(0), "utf8");
    const unfinished = (age: number, text: string) => {
      const left = join(folder, `${name.replace(/0001-/, "0002-")}.${age}.tmp`);
      writeFileSync(left, text);
      utimesSync(left, new Date(Date.now() - age), new Date(Date.now() - age));
    };
    unfinished(0, whole);
    unfinished(3_600_000, whole.slice(0, 40));
    const storage = fileStorage(folder);
    expect(keysOf((await storage.list()).entries)).toEqual(keys(1));
    expect((await storage.list()).unreadable).toEqual([]);
    // A new file may be another process's, about to be renamed.
    expect(files().filter((file) => file.endsWith(".tmp"))).toEqual([expect.stringContaining(".0.tmp")]);
    expect((await storage.add(newEntry(2))).place).toBe(2);
  });

  it("keeps the old entry when a crash prevents a new version", async () => {
    const storage = fileStorage(folder);
    const entry = await storage.add(newEntry(1));
    writeFileSync(`${path(0)}.new.tmp`, JSON.stringify({ ...entry, attempts: 1 }));
    expect((await fileStorage(folder).list()).entries).toEqual([entry]);
    expect(await fileStorage(folder).firstWaiting(null)).toEqual(entry);
  });

  it.each([
    ["is empty", () => ""],
    ["is half of an entry", (whole: string) => whole.slice(0, whole.length / 2)],
    ["is other JSON", () => '{"hello":"world"}'],
    ["is another entry's", (whole: string) => whole.replace("000000000001", "000000000009")],
    ["is zeros, as after a power cut", (whole: string) => "\0".repeat(whole.length)],
  ])("sets aside a file that %s, reports it, and continues", async (_label, spoil) => {
    const storage = fileStorage(folder);
    await storage.add(newEntry(1));
    await storage.add(newEntry(2));
    const spoilt = spoil(readFileSync(path(0), "utf8"));
    const original = path(0);
    writeFileSync(original, spoilt);
    const queue = queueOver(storage);
    expect(await queue.flush()).toEqual({ sent: 1, failed: 0, stopped: null });
    const where = `${original}.unreadable`;
    const unreadable = [{ where, reason: "The file does not hold an entry." }];
    expect(await queue.contents()).toEqual({ waiting: [], places: [], failed: [], unreadable });
    expect(readFileSync(where, "utf8")).toBe(spoilt);
    expect(await queueOver(fileStorage(folder)).contents()).toMatchObject({ unreadable: [{ where }] });
  });

  it("leaves the entry of a later version as it is, reports it, and continues", async () => {
    const storage = fileStorage(folder);
    await storage.add({ ...newEntry(1), intent: { archive: "bookmark", id: "b-1" } as unknown as Intent });
    await storage.add(newEntry(2));
    const later = readFileSync(path(0), "utf8");
    const queue = queueOver(storage);
    expect(await queue.flush()).toEqual({ sent: 1, failed: 0, stopped: null });
    const unreadable = [{ where: path(0), reason: expect.stringContaining("A newer version stored it") }];
    expect(await queue.contents()).toEqual({ waiting: [], places: [], failed: [], unreadable });
    expect(readFileSync(path(0), "utf8")).toBe(later);
  });

  it("loses no entry that two killed processes have acknowledged", async () => {
    const children = ["one", "other"].map((name) => {
      const child = startChild("enqueue-child.ts", folder, name);
      let output = "";
      const enough = new Promise<void>((resolve) => {
        child.stdout?.setEncoding("utf8").on("data", (text: string) => {
          output += text;
          if (output.length > 1_000) resolve();
        });
      });
      return { name, child, enough, acknowledged: () => output.trimEnd().split("\n") };
    });
    await Promise.all(children.map(({ enough }) => enough));
    await Promise.all(children.map(({ child }) => kill(child)));

    const { entries, unreadable } = await fileStorage(folder).list();
    expect(unreadable).toEqual([]);
    for (const { name, acknowledged } of children) {
      const stored = entries
        .filter((entry) => savedUrl(entry).includes(`/${name}/`))
        .map((entry) => `${savedUrl(entry).split("/").at(-1)} ${entry.idempotencyKey}`);
      expect(acknowledged().length).toBeGreaterThan(10);
      expect(stored.slice(0, acknowledged().length)).toEqual(acknowledged());
      // The last one may have been stored without being acknowledged.
      expect(stored.length - acknowledged().length).toBeLessThanOrEqual(1);
    }
  });

  describe("the lock", () => {
    const locks = () => files().filter((file) => file.startsWith("lock-"));
    const put = (number: number, holder: unknown) =>
      writeFileSync(join(folder, `lock-${number}`), typeof holder === "string" ? holder : JSON.stringify(holder));
    const tried = () => fileStorage(folder).exclusively(async () => undefined);
    /** A running process: this one's parent. */
    const alive = { pid: process.ppid, token: "another" };

    it("of another running process is respected, until it has not been renewed for half a minute", async () => {
      await tried();
      put(7, alive);
      expect(await tried()).toBe(false);
      const longAgo = new Date(Date.now() - 31_000);
      utimesSync(join(folder, "lock-7"), longAgo, longAgo);
      expect(await tried()).toBe(true);
      expect(locks()).toEqual(["lock-8"]);
    });

    it.each<[string, () => Promise<unknown>]>([
      [
        "a process that has ended",
        async () => {
          const child = startChild("flush-child.ts", folder, "http://127.0.0.1:9");
          await once(child, "close");
          return { pid: child.pid, token: "gone" };
        },
      ],
      ["a dead process whose id is now ours", async () => ({ pid: process.pid, token: "of a former life" })],
      ["nobody", async () => ""],
      ["a power cut", async () => '{"pid":'],
    ])("of %s is taken over", async (_label, holder) => {
      await tried();
      put(7, await holder());
      expect(await tried()).toBe(true);
    });

    it("is not taken under an old number by a caller that others have overtaken", async () => {
      await tried();
      const read = join(folder, "lock-7");
      // The caller that has found it waits for its content: a pipe has none yet.
      execFileSync("mkfifo", [read]);
      const overtaken = tried();
      const pipe = await open(read, "w");
      put(9, alive);
      await pipe.close();
      expect(await overtaken).toBe(false);
      expect(locks()).toContain("lock-9");
      expect(locks()).not.toContain("lock-8");
    });

    it("is taken by one of many concurrent callers", async () => {
      let inside = 0;
      const most: number[] = [];
      const done = await Promise.all(
        Array.from({ length: 20 }, () =>
          fileStorage(folder).exclusively(async () => {
            inside += 1;
            most.push(inside);
            await fileStorage(folder).list();
            inside -= 1;
          }),
        ),
      );
      expect(done).toContain(true);
      expect(Math.max(...most)).toBe(1);
      expect(locks()).toHaveLength(1);
    });

    it("is held as long as the work takes, and also when one renewal comes too late", async () => {
      vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
      try {
        const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const work = fileStorage(folder).exclusively(async () => {
          begun.resolve();
          await ended.promise;
        });
        await begun.promise;
        for (let time = 1; time <= 3; time += 1) {
          // One renewal at a time: the times of two that are written at once may end in any order.
          for (let renewal = 1; renewal <= 2; renewal += 1) {
            vi.advanceTimersByTime(10_000);
            while (Math.abs(Date.now() - (await stat(path(0))).mtimeMs) > 1);
          }
          // The clock goes on while the process does not run.
          vi.setSystemTime(Date.now() + 20_000);
          expect(await tried()).toBe(false);
        }
        ended.resolve();
        expect(await work).toBe(true);
        expect(await tried()).toBe(true);
      } finally {
        vi.useRealTimers();
      }
    });

    it("leaves no files but itself", async () => {
      await tried();
      await tried();
      expect(files()).toEqual(["lock-2"]);
      expect(statSync(path(0)).size).toBe(0);
    });
  });
});
