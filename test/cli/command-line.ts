import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { CliContext } from "../../lib/cli/run-cli.ts";
import { runCli } from "../../lib/cli/run-cli.ts";
import type { Keychain } from "../../lib/cli/session/keychain.ts";
import type { Desk } from "../../lib/cli/session/log-in.ts";
import { SignIns } from "../../lib/cli/session/sign-ins.ts";
import { TokenIssuer } from "../../lib/local/gateway/token-issuer.ts";
import { entry } from "../entry.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The result of a run. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command that did its work has printed: these lines. */
export const done = (...lines: readonly string[]): Ran => ({
  code: 0,
  stderr: "",
  stdout: lines.map((line) => `${line}\n`).join(""),
});

/** What a command that failed has said: this, or what matches the pattern. */
export const failed = (stderr: string | RegExp): Ran => ({
  code: 1,
  stdout: "",
  stderr: typeof stderr === "string" ? stderr : expect.stringMatching(stderr),
});

/** A machine without a keychain. */
const NO_KEYCHAIN: Keychain = {
  keep: async () => false,
  read: async () => null,
  remove: async () => undefined,
};

/** Real time, with short pauses between two polls of a run: polls without a pause would take the run's CPU time. */
const hurried: CliContext["clock"] = { now: () => new Date(), sleep: () => pause(20) };

/** Runs a command line in this process, against the runner of a data folder. */
export async function magpie(
  dataFolder: string,
  args: readonly string[],
  token?: string,
  clock: CliContext["clock"] = hurried,
  env: CliContext["env"] = {},
  isTerminal = false,
  interruption = new AbortController().signal,
  desk: Partial<Desk> = {},
): Promise<Ran> {
  let stdout = "";
  let stderr = "";
  const code = await runCli(args, {
    dataFolder,
    token,
    clock,
    env,
    signIns: new SignIns(join(dataFolder, "config"), NO_KEYCHAIN),
    desk: {
      openBrowser: async () => undefined,
      ask: null,
      say: (line) => {
        stderr += `${line}\n`;
      },
      ...desk,
    },
    out: (text) => {
      stdout += text;
    },
    write: async (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    // An agent that says nothing.
    stdio: { input: Readable.from([]), output: new PassThrough() },
    bar: isTerminal
      ? (line) => {
          stderr += `${line}\n`;
        }
      : null,
    signLocally: async (sub) =>
      (await TokenIssuer.open(dataFolder)).sign({ sub, groups: ["admin"], expiresInSeconds: 3_600 }),
    interruption: () => interruption,
  });
  return { code, stdout, stderr };
}

/** Runs a command line in a separate process, with these environment variables only. */
export function magpieProcess(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [...entry("cli.ts"), ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, ...env } },
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    );
  });
}
