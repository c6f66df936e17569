import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PurgeQueueCommand } from "@aws-sdk/client-sqs";
import { SmallDisk } from "../local/small-disk.ts";
import { SpawnedRunner } from "../local/spawned-runner.ts";
import { sqsOf } from "../local/system.ts";
import { temporaryFolder } from "../local/temporary-folders.ts";

/** Bytes of the small disk: a run of some minutes takes a tenth of it. */
const DISK_BYTES = 512 * 1_024 * 1_024;
const SLOW_DISK = join(import.meta.dirname, "slow-disk.cjs");
/** The one line of a runner whose disk is full. */
const FULL = /^magpie: .* its disk is full\. Free some space, then start Magpie again/m;

/** The machine on which the runner runs: it ends, freezes and starts the process, and its disk may be slow or full. */
export class Machine {
  readonly #disk = SmallDisk.mount(DISK_BYTES);
  readonly #temporary = temporaryFolder();
  readonly #env: Readonly<Record<string, string>>;
  #runner: SpawnedRunner | undefined;
  #port = "0";

  /** @param env the runner's environment */
  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  /** Whether the disk can be full: only root may mount one that can. */
  get hasSmallDisk(): boolean {
    return this.#disk !== undefined;
  }

  get dataFolder(): string {
    return join(this.#disk?.path ?? this.#temporary.path, "data");
  }

  /** The running process. @throws Error before the first start */
  get runner(): SpawnedRunner {
    if (this.#runner === undefined) throw new Error("The runner was never started.");
    return this.#runner;
  }

  /** Starts the runner on its folder, and from the second time on at its address. */
  async start(): Promise<void> {
    this.#runner = await SpawnedRunner.start({
      dataFolder: this.dataFolder,
      env: { ...this.#env, PORT: this.#port, NODE_OPTIONS: `--require=${SLOW_DISK}`, SLOW_DISK_MARK: this.#mark },
    });
    this.#port = new URL(this.runner.outputs.api_url).port;
  }

  /** Ends the process with a signal, and starts it again. @throws Error when a stop does not end with 0 */
  async restart(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const code = await this.runner.end(signal);
    if (signal === "SIGTERM" && code !== 0) throw new Error(`A stop ended with ${code}: ${tail(this.runner)}`);
    await this.start();
  }

  /** The process stands still for some milliseconds. */
  async freeze(ms: number): Promise<void> {
    this.runner.child.kill("SIGSTOP");
    await pause(ms);
    this.runner.child.kill("SIGCONT");
  }

  /** Each write of the runner takes longer for some milliseconds. */
  async slowDisk(ms: number): Promise<void> {
    writeFileSync(this.#mark, "");
    await pause(ms);
    rmSync(this.#mark);
  }

  /**
   * The disk is full until the process has ended by itself; it is started again when there is space.
   *
   * @throws Error when it did not end with its one line
   */
  async fullDisk(): Promise<void> {
    this.#disk?.fill();
    const code = await this.runner.ended();
    this.#disk?.free();
    if (code !== 1 || !FULL.test(this.runner.stderr)) {
      throw new Error(`On a full disk the runner ended with ${code}: ${tail(this.runner)}`);
    }
    await this.start();
  }

  /** Removes the messages of a queue, those that are being processed included. @param queue without the stage */
  async purge(queue: string): Promise<void> {
    const { outputs } = this.runner;
    const sqs = sqsOf(outputs);
    await sqs.send(new PurgeQueueCommand({ QueueUrl: outputs.queues[queue]?.url }));
    sqs.destroy();
  }

  async close(): Promise<void> {
    const child = this.#runner?.child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "close");
    }
    this.#disk?.remove();
    this.#temporary.remove();
  }

  get #mark(): string {
    return join(this.#temporary.path, "slow-disk");
  }
}

const tail = ({ stderr }: SpawnedRunner) => stderr.slice(-2_000);
