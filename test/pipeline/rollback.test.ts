import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../local/temporary-folders.ts";

const PROJECT = resolve(import.meta.dirname, "../..");

const folder = temporaryFolder();
afterAll(() => folder.remove());
const root = join(folder.path, "owner");
const temporary = join(folder.path, "tmp");
const commands = join(folder.path, "commands");
const called = join(folder.path, "called");

/** The owner's clone: the program is the project's, the history is one of a release and a commit after it. */
mkdirSync(root);
mkdirSync(temporary);
mkdirSync(commands);
for (const name of ["bin", "lib", "lambdas", "node_modules", "package.json"])
  symlinkSync(join(PROJECT, name), join(root, name));
const git = (...args: readonly string[]) => {
  const author = ["-c", "user.name=A", "-c", "user.email=a@magpie.example", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...author, ...args], { cwd: root, encoding: "utf8" });
};
const commit = (settings: object) => {
  writeFileSync(join(root, "cdk.json"), JSON.stringify(settings));
  git("add", "cdk.json");
  git("commit", "--quiet", "-m", "A commit");
};
git("init", "--quiet");
commit({ app: "the release's", context: { stages: {} } });
git("tag", "v1.0.0");
commit({ app: "the newest", context: { stages: { prod: { alarmEmail: "ops@magpie.example" } } } });

/** In place of npm and npx: notes the call with what it would deploy or start, and ends as the test says. */
for (const name of ["npm", "npx"]) {
  const call = `printf '%s\\n' "${name} $*" "$MAGPIE_DATA_DIR" "$(cat cdk.json)" >> "$CALLED"`;
  const script = `#!/bin/sh\n${call}\neval "$END_OF_${name}"\n`;
  writeFileSync(join(commands, name), script, { mode: 0o755 });
}
beforeEach(() => writeFileSync(called, ""));

/** The calls of the run: each with its data folder and the file cdk.json where it ran. */
function calls(): readonly (readonly string[])[] {
  const lines = readFileSync(called, "utf8").split("\n").slice(0, -1);
  return Array.from({ length: lines.length / 3 }, (_, at) => lines.slice(3 * at, 3 * at + 3));
}

function rollback(args: readonly string[], ends: { readonly npm?: string; readonly npx?: string } = {}) {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--preserve-symlinks", "--preserve-symlinks-main", join(root, "bin/rollback.ts"), ...args],
    {
      cwd: root,
      encoding: "utf8",
      env: {
        ...process.env,
        PATH: `${commands}:${process.env.PATH}`,
        TMPDIR: temporary,
        CALLED: called,
        MAGPIE_DATA_DIR: "data",
        END_OF_npm: ends.npm ?? "",
        END_OF_npx: ends.npx ?? "",
      },
    },
  );
  return { status, stderr };
}

const INSTALL = "npm ci --no-audit --no-fund";
const DEPLOY = "npx cdk deploy --all -c stage=prod --require-approval never";

/** What a rollback leaves: nothing. */
function expectNothingLeft(): void {
  expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);
  expect(readdirSync(temporary)).toEqual([]);
}

describe("a rollback", () => {
  it("deploys the last release with the owner's stages", () => {
    const { status, stderr } = rollback(["--stage", "prod"]);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^v1\.0\.0 is ready after \d+ s\.\n$/)]);
    expect(calls().map(([call]) => call)).toEqual([INSTALL, DEPLOY]);
    expect(JSON.parse(calls()[1]?.[2] ?? "")).toEqual({
      app: "the release's",
      context: { stages: { prod: { alarmEmail: "ops@magpie.example" } } },
    });
    expectNothingLeft();
  });

  it("starts the last release on the owner's data without a stage", () => {
    expect(rollback([]).status).toBe(0);
    expect(calls().map(([call, data]) => [call, data])).toEqual([
      [INSTALL, "data"],
      ["npm start", join(root, "data")],
    ]);
    expectNothingLeft();
  });

  it.each([
    ["the installation fails", { npm: "exit 3" }, [INSTALL], 3],
    ["the installation is killed", { npm: "kill -KILL $$" }, [INSTALL], 1],
    ["the deployment fails", { npx: "exit 4" }, [INSTALL, DEPLOY], 4],
    ["the deployment is killed", { npx: "kill -KILL $$" }, [INSTALL, DEPLOY], 1],
  ] as const)("fails when %s, goes no further, and leaves nothing", (_, ends, made, code) => {
    expect(rollback(["--stage", "prod"], ends).status).toBe(code);
    expect(calls().map(([call]) => call)).toEqual(made);
    expectNothingLeft();
  });
});
