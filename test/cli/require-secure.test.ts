import { expect, it } from "vitest";
import { probe } from "../../lib/cli/doctor/probe.ts";
import { readIssuer } from "../../lib/cli/session/issuer.ts";
import { magpie } from "./command-line.ts";
import { writeOutputs } from "./stub-api.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const PLAIN = "http://magpie.example";
const REFUSED = `${PLAIN} is not https: a token could be read on the way. http is for this machine only.`;

const site = new StubbedApi();

it.each([
  ["of a site", ["bookmark", "ls", "--url", PLAIN], {}],
  ["that a site's file names for the API", ["bookmark", "ls"], { api_url: PLAIN }],
])("MAGPIE_TOKEN goes to no plain http address %s", async (_what, args, config) => {
  site.answer = () => answered({ api_url: site.origin, sign_in: null, command_line: null, ...config });
  const url = args.includes("--url") ? [] : ["--url", site.origin];
  const refused = { code: 1, stdout: "", stderr: `magpie: ${REFUSED}\n` };
  expect(await magpie(site.dataFolder, [...args, ...url], "secret")).toEqual(refused);
});

it("MAGPIE_TOKEN goes to no plain http address that the file of a local system names", async () => {
  writeOutputs(site.dataFolder, { api_url: PLAIN });
  const refused = { code: 1, stderr: `magpie: ${REFUSED}\n` };
  expect(await magpie(site.dataFolder, ["bookmark", "ls"], "secret")).toMatchObject(refused);
});

it("a sign-in at an issuer over plain http is refused", async () => {
  await expect(readIssuer({ authority: PLAIN, client_id: "c" })).rejects.toThrow(REFUSED);
});

it("the checks send no token over plain http", async () => {
  await expect(probe(PLAIN, "secret")).rejects.toThrow(REFUSED);
});
