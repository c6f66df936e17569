import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A command line of the AWS CLI: its arguments after `aws`. */
export type CommandLine = readonly string[];

/**
 * The value of every variable, and the output of every other program: a name that is long enough for an ARN and short
 * enough for a bucket.
 */
const VALUE = "prod-value-0123456789-0123456789-0123456789";
/** Variables whose form is another one. */
const VARIABLES: Readonly<Record<string, string>> = { ENDPOINT: "http://127.0.0.1:1" };
/** The output of operations of the AWS CLI, and of other programs, whose form is another one. */
const PRINTED: Readonly<Record<string, string>> = {
  "list-object-versions": '{"Objects": [{"Key": "a"}]}',
  node: '{"USERNAME": "a", "PASSWORD": "b"}',
};
/** Between the arguments, and after the last one of a command line. */
const [UNIT, RECORD] = ["\u001f", "\u001e"];

/**
 * Runs a block of a document in a real shell, in which nothing but the shell's own commands exists, and returns the command
 * lines that the AWS CLI would have got: with quotes, loops, substitutions and pipes as the shell understands them.
 *
 * @param block lines of a shell; a text in angle brackets stands for a value
 */
export function awsCommandsOf(block: string): CommandLine[] {
  const folder = mkdtempSync(join(tmpdir(), "magpie-commands-"));
  const recorded = join(folder, "recorded");
  const variables = new Set(Array.from(block.matchAll(/\$\{?([A-Za-z_]\w*)/g), ([, name = ""]) => name));
  const print = (word: string) => [
    `  case "${word}" in`,
    ...Object.entries(PRINTED).map(([name, text]) => `    ${name}) echo '${text}' ;;`),
    `    *) echo ${VALUE} ;;`,
    `  esac`,
  ];
  const script = [
    ...[...variables].map((name) => `${name}=${VARIABLES[name] ?? VALUE}`),
    `cd() { :; }`,
    `command_not_found_handle() {`,
    ...print("$1"),
    `}`,
    `aws() {`,
    `  printf '%s${UNIT}' "$@" >> "${recorded}"; printf '${RECORD}' >> "${recorded}"`,
    ...print("$2"),
    `}`,
    block.replaceAll(/<[A-Za-z][\w /-]*>/g, VALUE),
  ].join("\n");
  try {
    execFileSync("/bin/bash", ["--norc", "-c", script], {
      cwd: folder,
      env: { PATH: join(folder, "nothing") },
      // The lines that a person is asked for.
      input: `${VALUE}\n`.repeat(20),
      stdio: ["pipe", "ignore", "ignore"],
      timeout: 20_000,
    });
  } catch (error) {
    // The status of the last command does not matter, but a shell that runs for ever does.
    if ((error as { code?: string }).code === "ETIMEDOUT") throw error;
  }
  try {
    return readFileSync(recorded, "utf8")
      .split(RECORD)
      .slice(0, -1)
      .map((line) => line.split(UNIT).slice(0, -1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
