import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "../../../lib/cli/doctor/machine/machine-checks.ts";
import { machineChecks } from "../../../lib/cli/doctor/machine/machine-checks.ts";
import { temporaryFolder } from "../../local/system.ts";
import { ran } from "./ran.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.remove());

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
  it.each([
    ["24.1.0", "ok"],
    ["25.0.0", "warn"],
    ["20.19.0", "fail"],
  ])("%s is %s", async (nodeVersion, status) => {
    expect(await runCheck("node", { nodeVersion })).toMatchObject({ status });
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
    expect(await runCheck("packages", { root: folder.path })).toMatchObject({
      status: "ok",
      found: expect.stringMatching(/All 2 /),
    });
  });

  it("fail when one is missing or has another version", async () => {
    expect(await runCheck("packages", { root: folder.path })).toMatchObject({
      status: "fail",
      found: "1 npm packages are missing or of another version: @two/two.",
      remedy: expect.stringMatching(/npm ci/),
    });
    installed("@two/two", "2.0.1");
    expect((await runCheck("packages", { root: folder.path })).status).toBe("fail");
  });

  it("are complete in this project", async () => {
    expect(await runCheck("packages")).toMatchObject({ status: "ok" });
  });
});

describe("port", () => {
  it("that is free is ok, and one that another program uses fails", async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const port = String((server.address() as AddressInfo).port);
    expect(await runCheck("port", { port })).toMatchObject({
      status: "fail",
      found: `Port ${port} is taken by another program.`,
    });
    await new Promise((done) => server.close(done));
    expect(await runCheck("port", { port })).toMatchObject({ status: "ok", found: `Port ${port} is free.` });
  });

  it("that the local system uses is ok", async () => {
    expect(await runCheck("port", { port: "1", runningAt: "http://127.0.0.1:1" })).toMatchObject({ status: "ok" });
  });

  it("that is no number fails", async () => {
    expect(await runCheck("port", { port: "http" })).toMatchObject({
      status: "fail",
      remedy: expect.stringMatching(/PORT/),
    });
  });
});

describe("data-folder", () => {
  it("that exists or can be created is ok", async () => {
    expect(await runCheck("data-folder")).toMatchObject({
      status: "ok",
      found: expect.stringMatching(/can be written to/),
    });
    const dataFolder = join(folder.path, "not", "there");
    expect(await runCheck("data-folder", { dataFolder })).toMatchObject({
      status: "ok",
      found: expect.stringMatching(/can be made/),
    });
  });

  it("under a file fails", async () => {
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    chmodSync(file, 0o400);
    const { status, remedy } = await runCheck("data-folder", { dataFolder: join(file, "below") });
    expect({ status, remedy }).toMatchObject({ status: "fail", remedy: expect.stringMatching(/MAGPIE_DATA_DIR/) });
  });
});

describe("disk", () => {
  it.each([
    [5_000_000_000, "ok"],
    [500_000_000, "warn"],
    [50_000_000, "fail"],
  ])("with %d free bytes is %s", async (bytes, status) => {
    expect(await runCheck("disk", { freeBytes: () => bytes })).toMatchObject({ status });
  });

  it("is checked for the parent folder if the folder does not exist yet", async () => {
    expect((await runCheck("disk", { dataFolder: join(folder.path, "not", "there") })).found).toMatch(/^\d+ MB/);
  });
});
