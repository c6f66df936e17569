import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Outcome, RuntimeError } from "./runtime-api.ts";
import { RuntimeApi } from "./runtime-api.ts";

/** A function in the form in which Lambda starts it. */
export interface RuntimeFunction {
  readonly name: string;
  readonly arn: string;
  /** Folder of its code. */
  readonly folder: string;
  /** `file.export`. */
  readonly handler: string;
  readonly memoryMegabytes: number;
  readonly timeoutMs: number;
  /** The template's variables. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The result of an invocation, and Lambda's name of an end without a response. */
export type End =
  | Outcome
  /** The process ended by itself: `Runtime.ExitError`, or an error of the init phase. */
  | { readonly kind: "exited"; readonly exitCode: number | null; readonly initError: RuntimeError | undefined };

/** The output of a process until its end. */
export interface Written {
  readonly stdout: readonly string[];
  readonly stderr: string;
}

/** Milliseconds after which a process that no test has ended is killed. */
const LONGEST_MS = 180_000;

const here = (file: string) => new URL(file, import.meta.url).href;
const RUNTIME = fileURLToPath(import.meta.resolve("aws-lambda-ric"));

/** One execution environment: the process of a function under Lambda's own runtime client, on this Node. */
class RuntimeProcess {
  readonly #function: RuntimeFunction;
  readonly #api: RuntimeApi;
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];

  private constructor(of: RuntimeFunction, api: RuntimeApi, child: ChildProcess) {
    this.#function = of;
    this.#api = api;
    this.#child = child;
    // Closed: all output has been read, too.
    this.#exit = once(child, "close").then(([code]) => code as number | null);
    child.stdout?.on("data", (chunk: Buffer) => this.#stdout.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
  }

  static async start(of: RuntimeFunction): Promise<RuntimeProcess> {
    const api = await RuntimeApi.listen(of.arn);
    const child = spawn(
      process.execPath,
      ["--import", here("only-loopback.ts"), "--import", here("native-client.ts"), RUNTIME],
      {
        cwd: of.folder,
        env: { ...of.environment, ...lambdaVariables(of, api) },
        stdio: ["ignore", "pipe", "pipe"],
        timeout: LONGEST_MS,
        killSignal: "SIGKILL",
      },
    );
    return new RuntimeProcess(of, api, child);
  }

  /** Has one event handled. Its time-out counts from when the function is loaded. */
  invoke(event: unknown): Promise<End> {
    return Promise.race([
      this.#api.invoke(event, this.#function.timeoutMs),
      this.#exit.then((exitCode): End => ({ kind: "exited", exitCode, initError: this.#api.initError })),
    ]);
  }

  /** Ends the process, if it has not ended. @returns all of its output */
  async stop(): Promise<Written> {
    this.#child.kill("SIGKILL");
    await this.#exit;
    await this.#api.close();
    const stdout = Buffer.concat(this.#stdout).toString().split("\n");
    // The part after the last line's end: empty, unless a line was cut off.
    if (stdout.at(-1) === "") stdout.pop();
    return { stdout, stderr: Buffer.concat(this.#stderr).toString() };
  }
}

/** Starts a function, has events handled one after another, and ends it. */
export async function underRuntime(
  of: RuntimeFunction,
  events: readonly unknown[],
): Promise<Written & { readonly ends: readonly End[] }> {
  const started = await RuntimeProcess.start(of);
  const ends: End[] = [];
  let written: Written;
  try {
    for (const event of events) ends.push(await started.invoke(event));
  } finally {
    written = await started.stop();
  }
  return { ends, ...written };
}

/** The variables that Lambda adds to a function's own (Lambda guide, "Defined runtime environment variables"). */
function lambdaVariables(of: RuntimeFunction, api: RuntimeApi): Readonly<Record<string, string>> {
  return {
    _HANDLER: of.handler,
    LAMBDA_TASK_ROOT: of.folder,
    AWS_LAMBDA_RUNTIME_API: api.address,
    AWS_LAMBDA_FUNCTION_NAME: of.name,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(of.memoryMegabytes),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${of.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "2026/11/22/[$LATEST]0123456789abcdef",
    AWS_LAMBDA_LOG_FORMAT: "JSON",
    AWS_LAMBDA_LOG_LEVEL: "INFO",
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    TZ: ":UTC",
  };
}
