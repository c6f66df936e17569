import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import type { Environment } from "./environment-pool.ts";
import type { FunctionDefinition } from "./function-definition.ts";
import type { Invocation, InvocationBegin, InvocationEnd, OutputLine, ThreadData } from "./function-thread.ts";

/** The outcome of an invocation. A time-out is an error of type `Sandbox.Timedout`, as at AWS. */
export type InvocationOutcome = InvocationEnd;

export const TIMED_OUT = "Sandbox.Timedout";

/**
 * Time-out of loading a function in seconds. It does not count towards the function's time-out (Lambda guide, "Init
 * phase").
 */
const LOAD_SECONDS = 10;

/**
 * The maximum size in megabytes of the part of the heap that holds new objects. By default a thread lets it grow to 48, and
 * most of it is garbage.
 */
const NEW_OBJECTS_MEGABYTES = 12;

type ThreadMessage = InvocationBegin | InvocationEnd | OutputLine;

/** An invocation that has timed out may still be answered. */
const ignored = () => undefined;

/** One execution environment of a function: a worker thread with an environment of its own, which ends with this process. */
export class ExecutionEnvironment implements Environment {
  readonly #thread: Worker;
  readonly #timeoutSeconds: number;
  /** Resolves when the thread has ended. */
  readonly #exited: Promise<void>;
  #hasEnded = false;
  /** Receives the messages of the running invocation. */
  #answered: (message: InvocationBegin | InvocationEnd) => void = ignored;

  constructor(definition: FunctionDefinition) {
    const data: ThreadData & { egress?: FunctionDefinition["egress"] } = {
      module: definition.module(),
      handler: definition.handler,
      functionName: definition.name,
      functionArn: definition.arn,
      memoryMegabytes: String(definition.memoryMegabytes),
      logGroup: definition.logGroup,
      ...(definition.egress === undefined ? {} : { egress: definition.egress }),
    };
    this.#timeoutSeconds = definition.timeoutSeconds;
    this.#thread = new Worker(definition.script, {
      workerData: data,
      env: { ...definition.environment },
      // Without this process's own variables.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: NEW_OBJECTS_MEGABYTES },
      stdout: true,
      stderr: true,
    });
    this.#thread.on("message", (message: ThreadMessage) => {
      if ("line" in message) definition.log(message.line);
      else this.#answered(message);
    });
    // What Node itself writes there.
    for (const stream of [this.#thread.stdout, this.#thread.stderr]) {
      createInterface({ input: stream }).on("line", definition.log);
    }
    this.#thread.on("error", (error) => definition.log(`${definition.name} crashed: ${error}`));
    this.#exited = new Promise((resolve) => {
      this.#thread.once("exit", () => {
        this.#hasEnded = true;
        resolve();
      });
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  exited(): Promise<void> {
    return this.#exited;
  }

  end(): void {
    void this.#thread.terminate();
  }

  /**
   * Runs the function once. Never throws: every failure is an outcome.
   *
   * @param loaded is called when the function has been loaded, or could not be
   */
  run(event: unknown, loaded: () => void): Promise<InvocationOutcome> {
    const thread = this.#thread;
    return new Promise((resolve) => {
      const ended = (outcome: InvocationOutcome) => {
        clearTimeout(timer);
        this.#answered = ignored;
        thread.off("exit", onExit);
        loaded();
        resolve(outcome);
      };
      const failed = (errorType: string, errorMessage: string) =>
        ended({ ok: false, errorType, errorMessage, stack: "" });
      const timeOutAfter = (seconds: number) =>
        setTimeout(() => failed(TIMED_OUT, `Task timed out after ${seconds.toFixed(2)} seconds`), seconds * 1_000);
      const onExit = () => failed("Runtime.ExitError", "The function's environment ended before it answered.");
      this.#answered = (message) => {
        if (!("begun" in message)) return ended(message);
        loaded();
        clearTimeout(timer);
        timer = timeOutAfter(this.#timeoutSeconds);
      };
      let timer = timeOutAfter(LOAD_SECONDS);
      thread.once("exit", onExit);
      const timeoutMilliseconds = this.#timeoutSeconds * 1_000;
      thread.postMessage({ requestId: randomUUID(), event, timeoutMilliseconds } satisfies Invocation);
    });
  }
}
