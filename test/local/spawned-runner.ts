import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { EgressMap } from "../../lib/local/egress/egress-map.ts";
import type { Outputs } from "../../lib/local/outputs.ts";
import { CHILD_PATH, startCommand } from "../entry.ts";
import { addDeviation } from "../operations/judged-answers.ts";
import { DEVIATION } from "../operations/judged-runners.ts";
import { TIME_SCALE } from "./runner-of-tests.ts";
import { until } from "./until.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/**
 * The last line of a start. Standard output and standard error are two pipes, which arrive in any order: all that a
 * start prints has been read once both lines have.
 */
const LAST_LINE = /^Open .*\n/m;

const PORT_IN_USE = /\bPort \d+ is in use\b/;

/** The variables of a runner's environment, in addition to the test's own. */
export interface SpawnOptions {
  readonly dataFolder: string;
  /** The project that runs; this one by default. */
  readonly root?: string;
  readonly args?: readonly string[];
  readonly egressMap?: EgressMap;
  /** Any further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The local runner in a separate process, as `npm start` runs it, with its answers judged by the OpenAPI document. */
export class SpawnedRunner {
  readonly child: ChildProcess;
  readonly #dataFolder: string;
  readonly #ended: Promise<number | null>;
  #stdout = "";
  #stderr = "";

  private constructor(child: ChildProcess, dataFolder: string) {
    this.child = child;
    this.#dataFolder = dataFolder;
    child.stdout?.on("data", (text) => {
      this.#stdout += text;
    });
    child.stderr?.on("data", (text) => {
      this.#stderr += text;
    });
    if (child.stderr !== null) {
      createInterface(child.stderr).on("line", (line) => line.startsWith(DEVIATION) && addDeviation(line));
    }
    // "close", not "exit": by then all output has been read.
    this.#ended = once(child, "close").then(([code]) => code as number | null);
  }

  /** Starts the process without waiting. */
  static spawn({ dataFolder, root = ROOT, args = [], egressMap, env }: SpawnOptions): SpawnedRunner {
    const child = spawn(...startCommand(args, root), {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: CHILD_PATH,
        PORT: "0",
        MAGPIE_DATA_DIR: dataFolder,
        MAGPIE_TIME_SCALE: String(TIME_SCALE),
        // A copy of the project has no tests.
        ...(root === ROOT && { NODE_OPTIONS: `--import=${join(ROOT, "test/local/judged-runner.ts")}` }),
        ...(egressMap === undefined ? {} : { MAGPIE_EGRESS_MAP: JSON.stringify(egressMap) }),
        ...env,
      },
    });
    return new SpawnedRunner(child, dataFolder);
  }

  /**
   * Starts the process and waits until it is ready. A start at the port of the process before it is repeated until that port
   * is free: a connection of any process of the machine may have it at its own end.
   *
   * @throws Error with its output when it never is ready
   */
  static async start(options: SpawnOptions): Promise<SpawnedRunner> {
    for (;;) {
      const runner = SpawnedRunner.spawn(options);
      let hasEnded = false;
      void runner.ended().then(() => {
        hasEnded = true;
      });
      await until(
        "the runner is ready",
        () => ({ stdout: runner.stdout, stderr: runner.stderr, hasEnded }),
        ({ stdout, stderr }) => hasEnded || (stdout.includes("\n") && LAST_LINE.test(stderr)),
      );
      if (!hasEnded) return runner;
      if (!PORT_IN_USE.test(runner.stderr)) {
        throw new Error(`The runner ended before it was ready: ${runner.stderr}`);
      }
    }
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** The current `outputs.json`. */
  get outputs(): Outputs {
    return JSON.parse(readFileSync(join(this.#dataFolder, "outputs.json"), "utf8")) as Outputs;
  }

  /** The exit code, once the process has ended; null when a signal ended it. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.#ended;
  }
}
