import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { CHILD_PATH, entry } from "../entry.ts";
import { magpieProcess } from "./command-line.ts";
import { problem } from "./stub-api.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

/** Clears the screen, forges a line, turns text around, and sets a colour by U+009B. */
const EVIL = "\u001b[2J\u001b]0;t\u0007a\nmagpie: Done.\r\u009b31m\u202etxt\u2066\u0085end";
/** The end of the bar, with the only control sequence of the command line's own. */
const CLEARED = "\u001b[K";
/** Characters that a terminal must not get: all except text in lines. */
const CONTROLS = /(?!\r|\n|\t)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

const api = new StubbedApi();
const bookmark = {
  id: "b-1",
  url: "https://a.example/",
  title: EVIL,
  note: EVIL,
  summary: EVIL,
  status: "failed",
  tags: [EVIL],
  created_at: "2026-11-20T01:00:00.000Z",
  updated_at: "2026-11-20T01:00:00.000Z",
  error_message: EVIL,
};
beforeEach(() => {
  api.answer = () => answered({ bookmarks: [bookmark], next_cursor: null });
});

/** The output of a command line on a terminal, both streams together. */
function onTerminal(...args: readonly string[]): Promise<string> {
  const command = [process.execPath, ...entry("cli.ts"), ...args].map((part) => `'${part}'`).join(" ");
  return new Promise((done) => {
    execFile(
      "script",
      ["--quiet", "--command", command, "/dev/null"],
      { cwd: resolve(import.meta.dirname, "../.."), env: { PATH: CHILD_PATH, MAGPIE_DATA_DIR: api.dataFolder } },
      (_error, stdout) => done(stdout),
    );
  });
}

it.each([
  ["a table", ["bookmark", "ls"]],
  ["JSON", ["bookmark", "ls", "--json"]],
  ["an export in HTML", ["bookmark", "export", "--format", "html"]],
  ["an export in CSV", ["bookmark", "export", "--format", "csv"]],
  ["an export in JSON", ["bookmark", "export", "--format", "json"]],
])("%s shows control characters instead of passing them to the terminal", async (_what, args) => {
  const shown = await onTerminal(...args);
  expect(shown).toContain("txt");
  expect(shown.replaceAll(CLEARED, "")).not.toMatch(CONTROLS);
});

it("a refusal is one line, for an error of the API as for a bug", async () => {
  api.answer = () => problem(400, "refused", EVIL);
  const refused = await onTerminal("bookmark", "ls");
  expect(refused).not.toMatch(CONTROLS);
  expect(refused.trim().split(/\r?\n/)).toEqual([expect.stringMatching(/^magpie: .*txt.*end$/)]);
  api.answer = () => answered({ bookmarks: { [EVIL]: EVIL } });
  const bug = await onTerminal("bookmark", "ls");
  expect(bug).toMatch(/TypeError|Error/);
  expect(bug).not.toMatch(CONTROLS);
});

it("the progress of an import is a line that replaces itself, without any text of the file", async () => {
  const file = join(api.dataFolder, "evil.csv");
  writeFileSync(file, `url,title\nhttps://a.example/,x\n"javascript:${EVIL}",x\n`);
  api.answer = () => answered(bookmark, 201);
  const shown = await onTerminal("bookmark", "import", file);
  expect(shown).toContain(CLEARED);
  expect(shown.replaceAll(CLEARED, "")).not.toMatch(CONTROLS);
});

it("a pipe gets JSON and exports as they are", async () => {
  const env = { MAGPIE_DATA_DIR: api.dataFolder };
  const json = await magpieProcess(["bookmark", "ls", "--json"], env);
  expect(json.stdout).toBe(`${JSON.stringify({ bookmarks: [bookmark], next_cursor: null })}\n`);
  const html = await magpieProcess(["bookmark", "export", "--format", "html"], env);
  expect(html.stdout).toContain("\u001b[2J");
  api.answer = () => problem(400, "refused", EVIL);
  expect((await magpieProcess(["bookmark", "ls"], env)).stderr).toContain("magpie: \u001b[2J");
});

it("a reader that closes the pipe early ends a command, without a message", async () => {
  const command = [process.execPath, ...entry("cli.ts"), "bookmark", "ls"].map((part) => `'${part}'`).join(" ");
  const env = { PATH: CHILD_PATH, MAGPIE_DATA_DIR: api.dataFolder };
  const stderr = await new Promise((done) => {
    execFile("sh", ["-c", `${command} | true`], { env }, (_error, _stdout, said) => done(said));
  });
  expect(stderr).toBe("");
});
