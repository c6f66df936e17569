import { describe, expect, it } from "vitest";
import type { Ran } from "./command-line.ts";
import { magpie } from "./command-line.ts";

// There is no runner: none of these commands may need one.
const run = (...args: string[]): Promise<Ran> => magpie("/nowhere", args);

describe("--help", () => {
  it.each([
    [
      [],
      [
        "queue",
        "alarm",
        "failed-job",
        "job",
        "run-due",
        "product",
        "doctor",
        "MAGPIE_TOKEN",
        "MAGPIE_DATA_DIR",
        "Exit code",
      ],
    ],
    [["queue"], ["ls", "redrive <name>"]],
    [["queue", "ls"], ["dead letters"]],
    [
      ["queue", "redrive"],
      ["<name>", "as queue ls shows it"],
    ],
    [["alarm"], ["ls"]],
    [
      ["alarm", "ls"],
      ["--ringing", "what users notice"],
    ],
    [["failed-job"], ["ls", "retry [options] [id]"]],
    [
      ["failed-job", "ls"],
      ["--retryable", "--no-retryable"],
    ],
    [
      ["failed-job", "retry"],
      ["[id]", "as failed-job ls shows it", "--all", "--code <code>"],
    ],
    [["job"], ["ls", "show <name>", "add", "update", "enable", "disable", "rm", "runs", "run", "cursor"]],
    [["job", "ls"], ["every job"]],
    [
      ["job", "show"],
      ["<name>", "as job ls shows it"],
    ],
    [
      ["job", "add"],
      ["<name>", "--query <words>", "--max-per-run <items>", "hourly", "--country <code>", "--disabled"],
    ],
    [
      ["job", "update"],
      ["<name>", "--schedule <interval>", "--enabled", "--order-by <order>", "--print-type", "--filter", "resets"],
    ],
    [["job", "enable"], ["<name>"]],
    [["job", "disable"], ["<name>"]],
    [
      ["job", "rm"],
      ["--yes", "books stay"],
    ],
    [
      ["job", "run"],
      ["<name>", "--no-wait"],
    ],
    [
      ["job", "cursor"],
      ["ls <name>", "reset"],
    ],
    [["job", "cursor", "ls"], ["<name>"]],
    [
      ["job", "cursor", "reset"],
      ["<name>", "--yes", "books stay"],
    ],
    [["run-due"], ["--dry-run", "--no-wait"]],
    [["product"], ["ls", "crawl <id>"]],
    [["bookmark"], ["ls", "add [options] <url>", "export", "import [options] <file>", "MAGPIE_TOKEN"]],
    [
      ["bookmark", "export"],
      ["--format <format>", '"html", "json", "csv"', "--out <file>"],
    ],
    [
      ["bookmark", "import"],
      ["--format <format>", '"auto"', "--dry-run", "--slides"],
    ],
    [
      ["book", "export"],
      ["--format <format>", '"json", "csv", "bibtex"', "--out <file>"],
    ],
    [["stock"], ["ls", "add [options] <url>", "MAGPIE_TOKEN"]],
    [
      ["book", "ls"],
      ["--job <name>", "--limit <number>"],
    ],
    [["recommendation"], ["ls", "add [options] <url>", "announce <id>", "rm [options] <id>"]],
    [
      ["job", "runs"],
      ["<name>", "--limit <number>"],
    ],
    [["doctor"], ["--live", "--ghost <address>", "print remedies"]],
    [["product", "ls"], ["every product"]],
    [
      ["product", "crawl"],
      ["<id>", "as product ls shows it"],
    ],
  ])("of %j describes the commands and the options that are allowed everywhere", async (command, words) => {
    const { code, stdout, stderr } = await run(...command, "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Usage: ${["npm run -s magpie --", ...command].join(" ")}`);
    for (const word of [...words, "--json", "--stage <name>", "--help"]) expect(stdout).toContain(word);
  });
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
      expect(await magpie("/nowhere", ["queue", "ls"], token)).toEqual({
        code: 1,
        stdout: "",
        stderr: "magpie: MAGPIE_TOKEN is no token: it has characters that none has.\n",
      });
    },
  );

  it("suggests the command that was meant", async () => {
    expect((await run("queue", "redrvie", "oembed-fetch")).stderr).toContain("Did you mean redrive?");
  });
});
