import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeOnce } from "../../../lib/local/template/assembly-cache.ts";
import { folderOfEachTest } from "../temporary-folders.ts";

const root = folderOfEachTest();
let made: number;

beforeEach(() => {
  made = 0;
  write("lib/app.ts", "1");
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root.path, path)), { recursive: true });
  writeFileSync(join(root.path, path), text);
}

/** Makes a folder with the text of the only source that is there. */
async function make(folder: string): Promise<void> {
  made += 1;
  writeFileSync(join(folder, "made"), readFileSync(join(root.path, "lib/app.ts")));
}

const makeNow = () => makeOnce(root.path, make, join(root.path, "fallback"));
const madeIn = (folder: string) => readFileSync(join(folder, "made"), "utf8");
const cached = () => readdirSync(join(root.path, "node_modules/.cache/magpie"));
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

describe("the output made from the sources", () => {
  it("is made once, and found by the next starts", async () => {
    const folder = await makeNow();
    expect(madeIn(folder)).toBe("1");
    expect(await makeNow()).toBe(folder);
    expect(made).toBe(1);
    expect(cached()).toHaveLength(1);
  });

  it.each(["lib/app.ts", "lambdas/x/y.html", "console/x.svg", "docs/runbook.md", "package-lock.json"])(
    "is made again after a change of %s, and found after the change is undone",
    async (path) => {
      write(path, "1");
      const before = await makeNow();
      write(path, "2");
      const after = await makeNow();
      expect(after).not.toBe(before);
      expect(made).toBe(2);
      write(path, "1");
      expect(await makeNow()).toBe(before);
    },
  );

  it("is made again after a source was renamed or removed", async () => {
    write("lib/other.ts", "2");
    const folders = [await makeNow()];
    rmSync(join(root.path, "lib/other.ts"));
    folders.push(await makeNow());
    write("lib/others.ts", "2");
    folders.push(await makeNow());
    expect(new Set(folders).size).toBe(3);
  });

  it("is found although other files have changed", async () => {
    const folder = await makeNow();
    write("README.md", "2");
    write("test/app.ts", "2");
    expect(await makeNow()).toBe(folder);
  });

  it("is used, but not found again, when a source was edited meanwhile", async () => {
    const folder = await makeOnce(
      root.path,
      async (into) => {
        await make(into);
        write("lib/app.ts", "2");
      },
      "fallback",
    );
    expect(madeIn(folder)).toBe("1");
    expect(madeIn(await makeNow())).toBe("2");
    write("lib/app.ts", "1");
    expect(madeIn(await makeNow())).toBe("1");
    expect(made).toBe(3);
  });

  it("is that of another start which has stored it first", async () => {
    let first = "";
    const folder = await makeOnce(
      root.path,
      async (into) => {
        first = await makeNow();
        await make(into);
      },
      "fallback",
    );
    expect(folder).toBe(first);
    expect(cached()).toHaveLength(1);
  });

  it("is not stored in place of what can't be replaced", async () => {
    const run = makeOnce(
      root.path,
      async (into) => {
        rmSync(into, { recursive: true });
      },
      "fallback",
    );
    await expect(run).rejects.toThrow(/ENOENT.* rename/);
  });

  it("is removed by a later start when it was not used for a week", async () => {
    const unused = await makeNow();
    write("lib/app.ts", "2");
    const used = await makeNow();
    for (const folder of [unused, used]) utimesSync(folder, daysAgo(8), daysAgo(8));
    await makeNow();
    write("lib/app.ts", "3");
    await makeNow();
    expect([existsSync(unused), existsSync(used)]).toEqual([false, true]);
    utimesSync(used, daysAgo(6), daysAgo(6));
    write("lib/app.ts", "4");
    await makeNow();
    expect(existsSync(used)).toBe(true);
  });

  it("fails where the cache can't be a folder", async () => {
    writeFileSync(join(root.path, "node_modules"), "a file");
    await expect(makeNow()).rejects.toThrow("ENOTDIR");
    expect(made).toBe(0);
  });
});
