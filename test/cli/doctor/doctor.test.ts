import { describe, expect, it } from "vitest";
import { folderOfFile } from "../../local/temporary-folders.ts";
import type { Ran } from "../command-line.ts";
import { magpie } from "../command-line.ts";
import { StubbedApi } from "../stubbed-api.ts";
import { StubbedCloudFormation } from "../stubbed-cloud-formation.ts";

const ENV = { PORT: "0" };
const folder = folderOfFile();

function doctor(args: readonly string[] = [], env: Record<string, string> = ENV): Promise<Ran> {
  return magpie(folder, ["doctor", ...args], undefined, undefined, env);
}

describe("doctor", () => {
  it("checks this machine when no local system runs, without a failure", async () => {
    const { code, stdout, stderr } = await doctor();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^ok {7}node +Node 24\./);
    expect(stdout).toMatch(
      /^skipped {2}local-system +No local system runs .*\n[\s\S]*What to do:\nlocal-system +Start it/m,
    );
  });

  const api = new StubbedApi();

  it("checks the local system that runs, too, by its token or by MAGPIE_TOKEN", async () => {
    for (const [token, used] of [
      [undefined, "admin-token"],
      ["of-ada", "of-ada"],
    ] as const) {
      api.requests.length = 0;
      const { stdout } = await magpie(api.dataFolder, ["doctor", "--json"], token, undefined, ENV);
      const checks: { name: string; found: string }[] = JSON.parse(stdout).checks;
      expect(checks.map(({ name }) => name)).toEqual([
        ...["node", "packages", "port", "data-folder", "disk"],
        ...["api", "site", "token", "administrators", "dead-letters", "schedules", "alarms", "mail"],
      ]);
      expect(checks[2]?.found).toBe(`The local system has its port: ${api.origin}.`);
      const asked = api.requests.filter(({ path }) => path === "/v1/ops/queues");
      expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${used}`]));
      // The mails are the runner's, whoever asks.
      const mails = api.requests.find(({ path }) => path === "/mail/store");
      expect(mails?.headers.authorization).toBe("Bearer admin-token");
    }
  });

  it("exits 1 when a check fails, after all of them", async () => {
    const { code, stdout, stderr } = await doctor([], { PORT: "http" });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "magpie: 1 of 6 checks failed.\n" });
    expect(stdout).toMatch(/^fail {5}port .*\nok {7}data-folder /m);
  });

  it("prints every check with --json", async () => {
    const { code, stdout } = await doctor(["--json"]);
    expect(code).toBe(0);
    const { checks } = JSON.parse(stdout);
    const names = checks.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["node", "packages", "port", "data-folder", "disk", "local-system"]);
    for (const check of checks) {
      expect(check).toEqual({
        name: expect.any(String),
        status: expect.stringMatching(/^(ok|warn|fail|skipped)$/),
        found: expect.any(String),
        remedy: check.status === "ok" ? null : expect.any(String),
      });
    }
  });

  it.each([["extra"], ["--ghost", "no-address"], ["--unknown"]])(
    "exits 2 when it is called with %s %s",
    async (...args) => {
      expect(await doctor(args)).toMatchObject({ code: 2, stdout: "" });
    },
  );
});

describe("doctor --stage", () => {
  const cloudFormation = new StubbedCloudFormation();

  it("checks the stage with the environment's credentials, even without a token", async () => {
    cloudFormation.refuses("ValidationError", "Stack with id magpie-dev does not exist");
    const { code, stdout, stderr } = await doctor(["--stage", "dev"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "magpie: 1 of 19 checks failed.\n" });
    expect(stdout).toMatch(/^fail {5}stack +Stack with id magpie-dev does not exist\./);
    expect(stdout).toMatch(/^skipped {2}metric-filters +The stack is not known\./m);
    expect(cloudFormation.requests).toHaveLength(1);
  });
});
