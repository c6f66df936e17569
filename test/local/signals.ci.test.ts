import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readLocalOptions } from "../../lib/local/options.ts";
import { startRunner } from "../../lib/local/runner.ts";
import { CHILD_PATH } from "../entry.ts";
import { SpawnedRunner } from "./spawned-runner.ts";
import { folderOfEachTest } from "./temporary-folders.ts";
import { until } from "./until.ts";

const CTRL_C = "\x03";
const SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"];

const folder = folderOfEachTest();

/** What SQLite leaves behind when nobody has closed a database. */
const unclosed = () =>
  readdirSync(folder.path, { recursive: true, encoding: "utf8" }).filter((name) => /-(wal|shm)$/.test(name));

/** `npm start` in a terminal of its own, as a person starts it. */
function inTerminal() {
  const terminal = spawn(
    "script",
    ["--quiet", "--return", "--command", "exec npm start", join(folder.path, "typescript")],
    {
      cwd: resolve(import.meta.dirname, "../.."),
      env: { PATH: CHILD_PATH, HOME: folder.path, PORT: "0", MAGPIE_DATA_DIR: join(folder.path, "data") },
    },
  );
  let shown = "";
  terminal.stdout.on("data", (text) => {
    shown += text;
  });
  const ended = once(terminal, "close").then(([code]) => code as number | null);
  return {
    press: (keys: string) => terminal.stdin.write(keys),
    shows: (text: string) =>
      until(
        `the terminal shows ${text}`,
        () => ({ shown, code: terminal.exitCode }),
        (state) => state.shown.includes(text) || state.code !== null,
      ).then(() => shown),
    ended,
  };
}

describe("Ctrl-C in a terminal", () => {
  it("five times ends the system cleanly", async () => {
    const terminal = inTerminal();
    expect(await terminal.shows("magpie ready")).toContain("magpie ready");
    expect(unclosed()).not.toEqual([]);
    terminal.press(CTRL_C.repeat(5));
    expect(await terminal.ended).toBe(0);
    expect(unclosed()).toEqual([]);
  });

  it("ends a start cleanly", async () => {
    const terminal = inTerminal();
    await until(
      "the start has begun",
      () => existsSync(join(folder.path, "data", "runner.db")),
      (hasBegun) => hasBegun,
    );
    terminal.press(CTRL_C);
    expect(await terminal.ended).toBe(0);
    expect(unclosed()).toEqual([]);
  });
});

describe("signals", () => {
  it("in any number and order end a running system cleanly", async () => {
    const runner = await SpawnedRunner.start({ dataFolder: folder.path });
    const ended = runner.end("SIGTERM");
    for (let count = 0; count < 3; count += 1) for (const signal of SIGNALS) runner.child.kill(signal);
    expect(await ended).toBe(0);
    expect(unclosed()).toEqual([]);
    expect(runner.stderr).toMatch(/^magpie: ending$/m);
  });

  it.each(SIGNALS)("end a start cleanly: %s", async (signal) => {
    const runner = SpawnedRunner.spawn({ dataFolder: join(folder.path, "data") });
    await until(
      "the start has begun",
      () => existsSync(join(folder.path, "data", "runner.db")),
      (hasBegun) => hasBegun,
    );
    expect(await runner.end(signal)).toBe(0);
    expect(unclosed()).toEqual([]);
    expect(runner.stderr).not.toMatch(/\bat .+:\d+:\d+/);
  });

  it("end a start before the system answers", async () => {
    const ending = AbortSignal.abort();
    const options = readLocalOptions({ PORT: "0", MAGPIE_DATA_DIR: folder.path });
    const start = startRunner({ ...options, watch: false, ending, say: () => undefined });
    await expect(start).rejects.toBe(ending.reason);
    expect(existsSync(join(folder.path, "outputs.json"))).toBe(false);
    expect(unclosed()).toEqual([]);
  });
});
