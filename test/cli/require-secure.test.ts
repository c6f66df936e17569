import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { probe } from "../../lib/cli/doctor/probe.ts";
import { readIssuer } from "../../lib/cli/session/issuer.ts";
import { temporaryFolder } from "../local/system.ts";
import { magpie } from "./command-line.ts";
import { StubApi } from "./stub-api.ts";

const PLAIN = "http://magpie.example";
const REFUSED = `${PLAIN} is not https: a token could be read on the way. http is for this machine only.`;

let site: StubApi;
const folder = temporaryFolder();
beforeAll(async () => {
  site = await StubApi.start();
});
afterAll(() => {
  site.close();
  folder.remove();
});

it.each([
  ["of a site", ["bookmark", "ls", "--url", PLAIN], {}],
  ["that a site's file names for the API", ["bookmark", "ls"], { api_url: PLAIN }],
])("MAGPIE_TOKEN goes to no plain http address %s", async (_what, args, config) => {
  site.answer = () => ({ status: 200, body: { api_url: site.origin, sign_in: null, command_line: null, ...config } });
  const url = args.includes("--url") ? [] : ["--url", site.origin];
  expect(await magpie(folder.path, [...args, ...url], "secret")).toEqual({
    code: 1,
    stdout: "",
    stderr: `magpie: ${REFUSED}\n`,
  });
});

it("MAGPIE_TOKEN goes to no plain http address that the file of a local system names", async () => {
  const outputs = { pid: process.pid, api_url: PLAIN, tokens: { admin: "a" } };
  writeFileSync(join(folder.path, "outputs.json"), JSON.stringify(outputs));
  expect(await magpie(folder.path, ["bookmark", "ls"], "secret")).toMatchObject({
    code: 1,
    stderr: `magpie: ${REFUSED}\n`,
  });
});

it("a sign-in at an issuer over plain http is refused", async () => {
  await expect(readIssuer({ authority: PLAIN, client_id: "c" })).rejects.toThrow(REFUSED);
});

it("the checks send no token over plain http", async () => {
  await expect(probe(PLAIN, "secret")).rejects.toThrow(REFUSED);
});
