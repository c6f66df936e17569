import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { commandArguments } from "../lib/cli/command-arguments.ts";
import { dataFolderOf } from "../lib/local/options.ts";
import { lastRelease } from "../lib/pipeline/last-release.ts";
import { withOwnersStages } from "../lib/pipeline/owners-settings.ts";
import { guardTerminal } from "../lib/terminal.ts";

guardTerminal();

const USAGE = "npm run -s rollback -- [--stage prod]; without --stage it starts the last release on the local data";

const ROOT = resolve(import.meta.dirname, "..");
const { stage } = commandArguments({ stage: { type: "string" } }, USAGE);
const release = lastRelease(ROOT);
if (release === undefined) {
  console.error("magpie: There is no release before this commit; git fetch --tags gets the tags of the releases.");
  process.exit(1);
}

const began = performance.now();
const temporary = mkdtempSync(join(tmpdir(), "magpie-release-"));
const folder = join(temporary, release);
// Ctrl-C reaches the command that runs; this process stays, and removes the folder.
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => undefined);
try {
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", folder, release], { cwd: ROOT, stdio: "pipe" });
  process.exitCode = (await ran("npm", ["ci", "--no-audit", "--no-fund"])) || (await goBack());
} finally {
  execFileSync("git", ["worktree", "remove", "--force", folder], { cwd: ROOT, stdio: "pipe" });
  rmSync(temporary, { recursive: true, force: true });
}

async function goBack(): Promise<number> {
  console.error(`${release} is ready after ${Math.round((performance.now() - began) / 1_000)} s.`);
  if (stage === undefined) return ran("npm", ["start"], { MAGPIE_DATA_DIR: resolve(dataFolderOf(process.env)) });
  keepSettings();
  return ran("npx", ["cdk", "deploy", "--all", "-c", `stage=${stage}`, "--require-approval", "never"]);
}

function keepSettings(): void {
  const read = (root: string) => JSON.parse(readFileSync(join(root, "cdk.json"), "utf8"));
  writeFileSync(join(folder, "cdk.json"), JSON.stringify(withOwnersStages(read(folder), read(ROOT))));
}

/** Runs a command in the release's folder; what it prints passes the guarded streams. @returns its exit code */
async function ran(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ["inherit", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
