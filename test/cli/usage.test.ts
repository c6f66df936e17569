import { describe, expect, it } from "vitest";
import { VERSION } from "../../lib/bundling/version.ts";
import type { Ran } from "./command-line.ts";
import { done, failed, magpie } from "./command-line.ts";

// There is no runner: none of these commands may need one.
const run = (...args: string[]): Promise<Ran> => magpie("/nowhere", args);

/** The entries of a section of a help, e.g. `Commands`: the words to type, and their description. */
function entriesOf(help: string, part: string): readonly (readonly [typed: string, description: string])[] {
  const [, entries = ""] = new RegExp(`^${part}:\n((?: {2}.+\n)+)`, "m").exec(help) ?? [];
  // A description that does not fit continues on the next line, below its beginning.
  const lines = entries
    .replaceAll(/\n {4,}/g, "  ")
    .trimEnd()
    .split("\n")
    .filter(Boolean);
  return lines.map((line) => {
    const [typed = "", ...description] = line.trim().split(/ {2,}/);
    return [typed, description.join(" ")];
  });
}

/** The help of a command and of all below it. */
async function helps(command: readonly string[] = []): Promise<readonly (readonly [string, Ran])[]> {
  const ran = await run(...command, "--help");
  const below = entriesOf(ran.stdout, "Commands").flatMap(([typed]) => typed.split(" ")[0] ?? []);
  const further = await Promise.all(below.filter((name) => name !== "help").map((name) => helps([...command, name])));
  return [[command.join(" "), ran], ...further.flat()];
}

/** Every noun with its verbs, in the order of the help. */
const COMMANDS = {
  save: [],
  search: [],
  queue: ["ls", "redrive"],
  alarm: ["ls"],
  bookmark: ["ls", "add", "read", "tag", "merge", "mark", "checks", "export", "import"],
  "failed-job": ["ls", "retry"],
  stock: ["ls", "add", "tag", "mark"],
  job: [
    ...["ls", "show", "add", "update", "enable", "disable", "rm", "runs", "run"],
    ...["cursor", "cursor ls", "cursor reset"],
  ],
  "run-due": [],
  book: ["ls", "export"],
  product: ["ls", "crawl", "alert"],
  recommendation: ["ls", "add", "announce", "rm"],
  mention: ["ls", "hide", "show", "block"],
  notice: ["ls"],
  user: ["export", "delete", "move"],
  login: [],
  whoami: [],
  token: [],
  logout: [],
  sessions: [],
  mcp: [],
  doctor: [],
  smoke: [],
  completion: [],
};

describe("--help", () => {
  it("describes every command with its arguments and options, and the options that are allowed everywhere", async () => {
    const all = await helps();
    const commands = Object.entries(COMMANDS).flatMap(([noun, verbs]) => [
      noun,
      ...verbs.map((verb) => `${noun} ${verb}`),
    ]);
    expect(all.map(([command]) => command)).toEqual(["", ...commands]);
    for (const [command, { code, stdout, stderr }] of all) {
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: "" });
      expect(stdout).toMatch(new RegExp(`^Usage: npm run -s magpie -- ${command}`));
      const entries = ["Arguments", "Options", "Global Options", "Commands"].flatMap((part) => entriesOf(stdout, part));
      expect(entries.filter(([, description]) => description === "")).toEqual([]);
      const typed = entries.map(([name]) => name).join(" ");
      for (const option of ["--json", "--stage <name>", "--help"]) expect(typed).toContain(option);
    }
  });

  it("names the environment, the exit codes, and where names and ids are found", async () => {
    const { stdout } = await run("--help");
    for (const word of ["MAGPIE_TOKEN", "MAGPIE_DATA_DIR", "Exit code"]) expect(stdout).toContain(word);
    for (const noun of ["queue redrive", "failed-job retry", "job show", "product crawl", "recommendation rm"]) {
      expect((await run(...noun.split(" "), "--help")).stdout).toMatch(/as \S+ ls shows it/);
    }
  });

  it.each([
    ["bookmark export", '"html", "json", "csv"'],
    ["bookmark import", '"html", "json", "csv", "auto"'],
    ["book export", '"json", "csv", "bibtex"'],
    ["job add", '"hourly", "daily", "weekly", "none"'],
    ["job rm", "books stay"],
    ["job cursor reset", "books stay"],
    ["job update", "resets the cursors"],
  ])("of %s says %s", async (command, words) => {
    expect((await run(...command.split(" "), "--help")).stdout.replaceAll(/\s+/g, " ")).toContain(words);
  });
});

it("--version prints the version of the tree", async () => {
  expect(await run("--version")).toEqual(done(VERSION));
});

describe("wrong usage", () => {
  it.each([
    [["nobody"], "unknown command 'nobody'"],
    [["queue", "drop"], "unknown command 'drop'"],
    [["queue", "redrive"], "missing required argument 'name'"],
    [["queue", "redrive", "one", "two"], "too many arguments"],
    [["failed-job", "retry"], "give either an id or --all"],
    [["queue", "ls", "--retryable"], "unknown option '--retryable'"],
    [["failed-job", "ls", "--colour"], "unknown option '--colour'"],
    [["queue", "ls", "--stage"], "option '--stage <name>' argument missing"],
    [["job", "add", "go"], "a job needs at least one --query"],
    [["job", "add", "go", "--query", "go", "--max-per-run", "many"], "It must be a whole number."],
    [
      ["job", "add", "go", "--query", "go", "--schedule", "monthly"],
      "Allowed choices are hourly, daily, weekly, none.",
    ],
    [["job", "update", "go", "--enabled", "--disabled"], "cannot be used with"],
    [["job", "update", "go"], "nothing to change"],
    [["job", "cursor", "reset"], "missing required argument 'name'"],
    [["job", "cursor"], "Usage: "],
    [["run-due", "now"], "too many arguments"],
    [["product", "crawl"], "missing required argument 'id'"],
    [["bookmark", "export"], "required option '--format <format>' not specified"],
    [["bookmark", "export", "--format", "xml"], "Allowed choices are html, json, csv."],
    [["bookmark", "import"], "missing required argument 'file'"],
    [["help", "nobody"], "Usage: "],
    [["queue"], "Usage: "],
    [[], "Usage: "],
  ])("%j exits 2 and says why", async (args, why) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(why);
  });

  it.each(["line\nbreak", "Bearer token", "トークン"])(
    "MAGPIE_TOKEN=%j is rejected before it is sent",
    async (token) => {
      expect(await magpie("/nowhere", ["queue", "ls"], token)).toEqual(
        failed("magpie: MAGPIE_TOKEN is not a token: it has characters that are invalid in a token.\n"),
      );
    },
  );

  it("is reported like any failure, with the place of further help", async () => {
    expect((await run("queue", "ls", "--colour")).stderr).toBe(
      "magpie: unknown option '--colour'\nAdd --help for the usage.\n",
    );
  });

  it("suggests the command that was meant", async () => {
    expect((await run("queue", "redrvie", "oembed-fetch")).stderr).toContain("Did you mean redrive?");
  });
});
