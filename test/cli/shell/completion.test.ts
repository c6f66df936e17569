import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../local/temporary-folders.ts";
import { magpie } from "../command-line.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** The words that `magpie complete` offers. */
async function offered(...words: string[]): Promise<readonly string[]> {
  const { code, stdout } = await magpie("/nowhere", ["complete", "--", ...words]);
  expect(code).toBe(0);
  return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
}

it.each<[typed: string, words: readonly string[]]>([
  ["jo", ["job"]],
  ["comp", ["completion"]],
  ["mc", ["mcp"]],
  ["job cu", ["cursor"]],
  ["job cursor ", ["ls", "reset", "help"]],
  ["job cursor reset go --", ["--yes", "--help", "--version", "--json", "--stage", "--url"]],
  ["--stage prod queue re", ["redrive"]],
  ["queue ls --js", ["--json"]],
  ["login --scope ", ["read", "save", "full"]],
  ["login --scope save --j", ["--json"]],
  ["completion ", ["bash", "zsh", "fish"]],
  ["completion bash ", []],
  ["bookmark import ", []],
])("after %j come %j", async (typed, words) => {
  expect([...(await offered(...typed.split(" ")))].sort()).toEqual([...words].sort());
});

it("a word has the description of the help", async () => {
  expect((await magpie("/nowhere", ["complete", "--", "queue", "l"])).stdout).toMatch(/^ls\t\w/);
});

it.each(["bash", "zsh", "fish"])("the script for %s asks the command itself", async (shell) => {
  expect((await magpie("/nowhere", ["completion", shell])).stdout).toContain(" complete -- ");
});

it("bash completes the linked command, by the lines of the documentation", async () => {
  const guide = readFileSync(join(ROOT, "docs/command-line.md"), "utf8");
  const [, link = ""] = /```sh link\n(.+?)```/s.exec(guide) ?? [];
  const [, start = ""] = /\| `(eval .*bash\)")` *\|/.exec(guide) ?? [];
  const home = temporaryFolder();
  const typing = `
    complete_at_tab() {
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _magpie "$1" && echo "\${COMPREPLY[@]}"
    }
    cd /
    complete_at_tab magpie job cursor re
    complete_at_tab magpie login --scope ''`;
  const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", `set -e\n${link}\n${start}\n${typing}`], {
    cwd: ROOT,
    env: { HOME: home.path, PATH: `${home.path}/.local/bin:${process.env.PATH}` },
  }).finally(home.remove);
  expect(stdout).toBe("reset\nread save full\n");
});
