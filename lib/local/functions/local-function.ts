import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import type { EgressSettings } from "../egress/egress-map.ts";
import type { Invocation, InvocationBegin, InvocationEnd, ThreadData } from "./function-thread.ts";

/** A function as the template describes it, ready to run. */
export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  /** ARN of its role. */
  readonly role: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Its complete process environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The script of its threads: `function-thread.ts`, or its bundle. */
  readonly script: URL;
  /** Returns the file URL of its module; called for every new thread, so that a rebuilt bundle is used. */
  readonly module: () => string;
  readonly egress: EgressSettings | undefined;
  /** Receives the function's log, a line at a time. */
  readonly log: (line: string) => void;
  /** Receives the end of each invocation, and its duration in milliseconds. */
  readonly invoked?: (ok: boolean, durationMs: number) => void;
}

/** The outcome of an invocation. A time-out is an error of type `Sandbox.Timedout`, as at AWS. */
export type InvocationOutcome = InvocationEnd;

export const TIMED_OUT = "Sandbox.Timedout";

/**
 * Time-out of loading a function in seconds. It does not count towards the function's time-out (Lambda guide, "Init
 * phase").
 */
const LOAD_SECONDS = 10;

/** Maximum of concurrent environments of one function; further invocations wait. */
const MAX_THREADS = 2 * availableParallelism();

/**
 * Milliseconds that an invocation waits for an existing environment before another is started. A start costs more CPU
 * time than most invocations, and slows them down.
 */
const PATIENCE_MS = 250;

/**
 * One Lambda function on this machine: every execution environment is a worker thread with an environment of its own,
 * which serves one invocation at a time, is reused for the next one, and ends with this process.
 */
export class LocalFunction {
  readonly definition: FunctionDefinition;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  /** Waiting invocations, in order; each gets the next free thread. */
  readonly #waiting: ((thread: Worker) => void)[] = [];
  /** The thread that is loading; threads are started one after the other. */
  #loading: Worker | undefined;
  /** The time of the latest load of a thread, in milliseconds of the process. */
  #loadedAt = 0;
  /** Threads of an older bundle, to be ended when their invocation is over. */
  readonly #outdated = new WeakSet<Worker>();

  constructor(definition: FunctionDefinition) {
    this.definition = definition;
  }

  /** Runs the function once. Never throws: every failure is an outcome. */
  async invoke(event: unknown): Promise<InvocationOutcome> {
    const thread = await this.#free();
    const began = performance.now();
    const outcome = await this.#run(thread, event);
    this.definition.invoked?.(outcome.ok, performance.now() - began);
    const isUsable = this.#all.has(thread) && !this.#outdated.has(thread);
    if (isUsable && (outcome.ok || outcome.errorType !== TIMED_OUT)) this.#release(thread);
    else this.#discard(thread);
    if (!outcome.ok) this.definition.log(JSON.stringify({ level: "ERROR", message: "invocation_failed", ...outcome }));
    return outcome;
  }

  /** Makes new invocations run the present bundle; running ones end with the old one. */
  reload(): void {
    for (const thread of this.#all) this.#outdated.add(thread);
    for (const thread of this.#idle.splice(0)) this.#discard(thread);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  /** An idle thread, or the next one that becomes free or is loaded. */
  #free(): Worker | Promise<Worker> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#all.size === 0) return this.#start();
    return new Promise((resolve) => {
      const since = performance.now();
      const take = (thread: Worker) => {
        clearInterval(growth);
        resolve(thread);
      };
      const growth = setInterval(() => {
        const waited = performance.now() - Math.max(since, this.#loadedAt);
        if (waited < PATIENCE_MS || this.#loading !== undefined || this.#all.size >= MAX_THREADS) return;
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        take(this.#start());
      }, PATIENCE_MS / 5);
      this.#waiting.push(take);
    });
  }

  #release(thread: Worker): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(thread);
    else next(thread);
  }

  #discard(thread: Worker): void {
    this.#all.delete(thread);
    void thread.terminate();
    // Replaces the ended thread.
    if (this.#waiting.length > 0) this.#waiting.shift()?.(this.#start());
  }

  #start(): Worker {
    const { definition } = this;
    const data: ThreadData & { egress?: EgressSettings } = {
      module: definition.module(),
      handler: definition.handler,
      functionName: definition.name,
      functionArn: definition.arn,
      memoryMegabytes: String(definition.memoryMegabytes),
      ...(definition.egress === undefined ? {} : { egress: definition.egress }),
    };
    const thread = new Worker(definition.script, {
      workerData: data,
      env: { ...definition.environment },
      // Without this process's own variables.
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    for (const stream of [thread.stdout, thread.stderr]) {
      createInterface({ input: stream }).on("line", definition.log);
    }
    // An idle environment that ends is replaced at the next invocation; a busy one fails its invocation (see #run).
    thread.on("error", (error) => definition.log(`${definition.name} crashed: ${error}`));
    thread.once("message", () => this.#loaded(thread));
    thread.on("exit", () => {
      this.#loaded(thread);
      this.#all.delete(thread);
      const index = this.#idle.indexOf(thread);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    this.#all.add(thread);
    this.#loading = thread;
    return thread;
  }

  #loaded(thread: Worker): void {
    if (this.#loading !== thread) return;
    this.#loading = undefined;
    this.#loadedAt = performance.now();
  }

  #run(thread: Worker, event: unknown): Promise<InvocationOutcome> {
    const { timeoutSeconds } = this.definition;
    return new Promise((resolve) => {
      const ended = (outcome: InvocationOutcome) => {
        clearTimeout(timer);
        thread.off("message", onMessage);
        thread.off("exit", onExit);
        resolve(outcome);
      };
      const failed = (errorType: string, errorMessage: string) =>
        ended({ ok: false, errorType, errorMessage, stack: "" });
      const timeOutAfter = (seconds: number) =>
        setTimeout(() => failed(TIMED_OUT, `Task timed out after ${seconds.toFixed(2)} seconds`), seconds * 1_000);
      const onExit = () => failed("Runtime.ExitError", "The function's environment ended before it answered.");
      const onMessage = (message: InvocationBegin | InvocationEnd) => {
        if (!("begun" in message)) return ended(message);
        clearTimeout(timer);
        timer = timeOutAfter(timeoutSeconds);
      };
      let timer = timeOutAfter(LOAD_SECONDS);
      thread.on("message", onMessage);
      thread.once("exit", onExit);
      const invocation: Invocation = { requestId: randomUUID(), event, timeoutMilliseconds: timeoutSeconds * 1_000 };
      thread.postMessage(invocation);
    });
  }
}
