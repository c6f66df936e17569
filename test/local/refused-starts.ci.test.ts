import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { entry } from "../entry.ts";
import { expectRefusal } from "./expect-refusal.ts";
import { folderOfFile } from "./temporary-folders.ts";

describe("a failed start ends with one clear line", () => {
  const folder = folderOfFile();

  it("when the port is in use", async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, "127.0.0.1", done));
    const { port } = taken.address() as AddressInfo;
    await expectRefusal({ dataFolder: folder, env: { PORT: String(port) } }, new RegExp(`port ${port}\\b`, "i"));
    taken.close();
  });

  it("when the data folder can't be written to", async () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    await expectRefusal({ dataFolder: join(file, "data") }, /MAGPIE_DATA_DIR/);
    // Node's own recursive creation of a folder tries this one for ever.
    await expectRefusal({ dataFolder: "/proc/nope" }, /MAGPIE_DATA_DIR/);
    const token = [...entry("token.ts"), "--sub", "alice"];
    const env = { PATH: process.env.PATH, MAGPIE_DATA_DIR: "/proc/nope" };
    const refused = await promisify(execFile)(process.execPath, token, { env, timeout: 60_000 }).catch(
      (error) => error,
    );
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^magpie: [^\n]+\n$/) });
  });

  it("when a variable can't be read", async () => {
    await expectRefusal({ dataFolder: folder, env: { MAGPIE_TIME_SCALE: "fast" } }, /MAGPIE_TIME_SCALE/);
  });
});

it.each([
  ["local.ts", ["--wacth"], "npm start"],
  ["token.ts", ["--sob", "alice"], "npm run -s token -- --sub alice"],
  ["token.ts", [], "npm run -s token -- --sub alice"],
])("%s with %j prints the usage", async (command, args, usage) => {
  const refused = await promisify(execFile)(process.execPath, [...entry(command), ...args]).catch((error) => error);
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(`usage: ${usage}`) });
  expect(refused.stderr).not.toContain("    at ");
});
