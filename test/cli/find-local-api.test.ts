import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOfEachTest } from "../local/temporary-folders.ts";
import { failed, magpie } from "./command-line.ts";
import { writeOutputs } from "./stub-api.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();
const folder = folderOfEachTest();

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  if (child.pid === undefined) throw new Error("no process");
  return child.pid;
}

describe("without a runner", () => {
  it.each([
    ["no outputs.json", () => undefined],
    ["an invalid outputs.json", () => writeFileSync(join(folder.path, "outputs.json"), "{}")],
    ["an outputs.json that is no JSON", () => writeFileSync(join(folder.path, "outputs.json"), '{"pid":')],
    ["a runner that has ended", async () => writeOutputs(folder.path, { pid: await endedProcess() })],
    ["a port without a server", () => writeOutputs(folder.path)],
  ])("(%s) says how to start one", async (_, prepare) => {
    await prepare();
    for (const token of [undefined, "a.token.of-ones-own"]) {
      expect(await magpie(folder.path, ["queue", "ls"], token)).toEqual(
        failed(
          `magpie: No Magpie runs on the data folder ${folder.path}; start it with npm start, or set MAGPIE_DATA_DIR to the folder of one that does.\n`,
        ),
      );
    }
  });
});

it("takes the administrator's token of the runner, unless MAGPIE_TOKEN has another", async () => {
  api.answer = () => answered({ queues: [] });
  // Of another user, as the runner may be.
  writeOutputs(folder.path, { pid: 1, api_url: api.origin });
  for (const token of [undefined, "of-bob"]) expect((await magpie(folder.path, ["queue", "ls"], token)).code).toBe(0);
  expect(api.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer admin-token", "Bearer of-bob"]);
});

it("does not show the token to a program that uses the port of a runner that has ended", async () => {
  writeOutputs(folder.path, { pid: await endedProcess(), api_url: api.origin });
  expect((await magpie(folder.path, ["queue", "ls"])).code).toBe(1);
  expect(api.requests).toEqual([]);
});
