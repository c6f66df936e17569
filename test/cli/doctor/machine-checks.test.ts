import { chmodSync, mkdirSync, statfsSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "../../../lib/cli/doctor/machine/machine-checks.ts";
import { machineChecks } from "../../../lib/cli/doctor/machine/machine-checks.ts";
import { folderOfEachTest } from "../../local/temporary-folders.ts";
import { expectFinding, ran } from "./ran.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const folder = folderOfEachTest();

function runCheck(name: string, changes: Partial<Machine> = {}) {
  const machine: Machine = {
    root: ROOT,
    nodeVersion: "24.21.0",
    port: "0",
    dataFolder: folder.path,
    runningAt: undefined,
    ...changes,
  };
  return ran(machineChecks(machine), name);
}

describe("node", () => {
  const remedy = "Start through npm, which takes Node 24 from the packages: npm ci, then npm run -s magpie -- doctor.";

  it.each([
    ["24.1.0", { status: "ok", found: "Node 24.1.0, as on Lambda." }],
    ["25.0.0", { status: "warn", found: "Node 25.0.0; on Lambda it is 24.", remedy }],
    ["20.19.0", { status: "fail", found: "Node 20.19.0 is too old; 24 is needed.", remedy }],
  ])("%s is %j", async (nodeVersion, finding) => {
    expect(await runCheck("node", { nodeVersion })).toMatchObject(finding);
  });
});

describe("packages", () => {
  function installed(name: string, version: string): void {
    mkdirSync(join(folder.path, "node_modules", name), { recursive: true });
    writeFileSync(join(folder.path, "node_modules", name, "package.json"), JSON.stringify({ name, version }));
  }
  beforeEach(() => {
    const packages = {
      "": { version: "0.1.0" },
      "node_modules/one": { version: "1.0.0" },
      "node_modules/@two/two": { version: "2.0.0" },
      "node_modules/of-another-platform": { version: "3.0.0", optional: true },
    };
    writeFileSync(join(folder.path, "package-lock.json"), JSON.stringify({ packages }));
    installed("one", "1.0.0");
  });

  it("are complete when each is installed in its version, except those of other platforms", async () => {
    installed("@two/two", "2.0.0");
    await expectFinding(runCheck("packages", { root: folder.path }), "ok", { found: /All 2 / });
  });

  it("fail when one is missing or has another version", async () => {
    await expectFinding(runCheck("packages", { root: folder.path }), "fail", {
      found: "1 npm packages are missing or have another version: @two/two.",
      remedy: "Run npm ci in the project's folder.",
    });
    installed("@two/two", "2.0.1");
    expect((await runCheck("packages", { root: folder.path })).status).toBe("fail");
  });

  it("names the first three that are wrong", async () => {
    const names = ["one", "@two/two", "three", "four"];
    const paths = names.map((name, at) => `node_modules/${at === 2 ? "one/node_modules/" : ""}${name}`);
    const lock = (paths: readonly string[]) =>
      writeFileSync(
        join(folder.path, "package-lock.json"),
        JSON.stringify({ packages: Object.fromEntries(paths.map((path) => [path, { version: "9.0.0" }])) }),
      );
    lock(paths);
    await expectFinding(runCheck("packages", { root: folder.path }), "fail", {
      found: "4 npm packages are missing or have another version: one, @two/two, three and others.",
    });
    lock(paths.slice(1));
    expect((await runCheck("packages", { root: folder.path })).found).toMatch(/^3 .*: @two\/two, three, four\.$/);
  });

  it("may be those of another platform that development needs, and a link without a version", async () => {
    installed("linked", "5.0.0");
    const packages = {
      "node_modules/dev": { version: "1.0.0", devOptional: true },
      "node_modules/linked": { link: true },
      "node_modules/required": { version: "1.0.0", optional: false, devOptional: false },
    };
    writeFileSync(join(folder.path, "package-lock.json"), JSON.stringify({ packages }));
    expect((await runCheck("packages", { root: folder.path })).found).toMatch(/^1 .*: required\.$/);
  });

  it("fail without a lock file that can be read", async () => {
    for (const text of ["", "{}"]) {
      writeFileSync(join(folder.path, "package-lock.json"), text);
      await expectFinding(runCheck("packages", { root: folder.path }), "fail", {
        found: "There is no package-lock.json that can be read.",
        remedy: "Get a whole copy of the project.",
      });
    }
  });

  it("are complete in this project", async () => {
    await expectFinding(runCheck("packages"), "ok");
  });
});

describe("port", () => {
  it("that is free is ok, and one that another program uses fails", async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const port = String((server.address() as AddressInfo).port);
    await expectFinding(runCheck("port", { port }), "fail", {
      found: `Port ${port} is taken by another program.`,
      remedy: "Set PORT to another one, or MAGPIE_DATA_DIR to the folder of the system that runs there.",
    });
    await new Promise((done) => server.close(done));
    await expectFinding(runCheck("port", { port }), "ok", { found: `Port ${port} is free.` });
  });

  it("that the local system uses is ok", async () => {
    await expectFinding(runCheck("port", { port: "1", runningAt: "http://127.0.0.1:1" }), "ok", {
      found: "The local system has its port: http://127.0.0.1:1.",
    });
  });

  it.each(["http", "-1", "65536", "1.5"])("that is %s, no port, fails", async (port) => {
    await expectFinding(runCheck("port", { port }), "fail", {
      found: `PORT is "${port}", which is no port.`,
      remedy: "Set PORT to a number from 0 to 65535, or unset it.",
    });
  });

  it("that is 0 is any, 65535 is the last, and none is the default", async () => {
    await expectFinding(runCheck("port", { port: "0" }), "ok", {
      found: "PORT is 0: the local system takes any port that is free.",
    });
    expect((await runCheck("port", { port: "65535" })).found).toMatch(/^Port 65535 is /);
    for (const port of [undefined, ""]) expect((await runCheck("port", { port })).found).toMatch(/^Port 8787 is /);
  });
});

describe("data-folder", () => {
  it("that exists or can be created is ok", async () => {
    await expectFinding(runCheck("data-folder"), "ok", { found: `The data folder ${folder.path} can be written to.` });
    const dataFolder = join(folder.path, "not", "there");
    await expectFinding(runCheck("data-folder", { dataFolder }), "ok", {
      found: `The data folder ${dataFolder} can be made; it is not there yet.`,
    });
  });

  it("under a file fails", async () => {
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    chmodSync(file, 0o400);
    await expectFinding(runCheck("data-folder", { dataFolder: join(file, "below") }), "fail", {
      found: `The data folder ${join(file, "below")} can't be made.`,
      remedy: "Set MAGPIE_DATA_DIR to a writable folder.",
    });
    expect((await runCheck("data-folder", { dataFolder: file })).found).toBe(
      `The data folder ${file} can't be written to.`,
    );
  });
});

describe("disk", () => {
  it.each([
    [1_000_000_000, "ok", false],
    [999_999_999, "warn", true],
    [100_000_000, "warn", true],
    [99_999_999, "fail", true],
  ])("with %d free bytes is %s", async (bytes, status, isToBeChanged) => {
    expect(await runCheck("disk", { freeBytes: () => bytes })).toMatchObject({
      status,
      found: `${Math.floor(bytes / 1_000_000)} MB are free on the disk of the data folder.`,
      ...(isToBeChanged && {
        remedy: "Make room on the disk, or set MAGPIE_DATA_DIR to a folder on another one.",
      }),
    });
  });

  it("is measured in bytes, not in blocks", async () => {
    const { bavail, bsize } = statfsSync(folder.path);
    const megabytes = Number.parseInt((await runCheck("disk")).found, 10);
    // Others write to the disk meanwhile.
    expect((megabytes * 1_000_000) / bavail).toBeGreaterThan(bsize / 2);
  });

  it("is checked for the parent folder if the folder does not exist yet", async () => {
    const measured: string[] = [];
    const freeBytes = (path: string) => measured.push(path);
    await runCheck("disk", { dataFolder: join(folder.path, "not", "there"), freeBytes });
    expect(measured).toEqual([folder.path]);
  });
});
