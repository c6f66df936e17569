import type { EnvironmentOwner, EnvironmentPool, InvocationKind } from "./environment-pool.ts";
import type { InvocationOutcome } from "./execution-environment.ts";
import { ExecutionEnvironment, TIMED_OUT } from "./execution-environment.ts";
import type { FunctionDefinition } from "./function-definition.ts";

/** One Lambda function on this machine, whose execution environments are in a pool with those of the other functions. */
export class LocalFunction implements EnvironmentOwner<ExecutionEnvironment> {
  readonly definition: FunctionDefinition;
  readonly #pool: EnvironmentPool<ExecutionEnvironment>;
  readonly #environments = new Set<ExecutionEnvironment>();

  constructor(definition: FunctionDefinition, pool: EnvironmentPool<ExecutionEnvironment>) {
    this.definition = definition;
    this.#pool = pool;
  }

  /**
   * Runs the function once. Never throws: every failure is an outcome.
   *
   * @param caller the function that makes a nested invocation
   */
  async invoke(event: unknown, kind: InvocationKind = "request", caller?: LocalFunction): Promise<InvocationOutcome> {
    const { environment, loaded, release } = await this.#pool.acquire(this, kind, caller);
    const began = performance.now();
    const outcome = await environment.run(event, loaded);
    this.definition.invoked?.(outcome.ok, performance.now() - began);
    release(!environment.hasEnded && (outcome.ok || outcome.errorType !== TIMED_OUT));
    if (!outcome.ok) this.definition.log(JSON.stringify({ level: "ERROR", message: "invocation_failed", ...outcome }));
    return outcome;
  }

  /** Runs the function as Lambda does what is asked for asynchronously: again after a failure, twice; here without a wait. */
  async invokeLater(event: unknown): Promise<void> {
    for (let tries = 0; tries < 3; tries += 1) if ((await this.invoke(event)).ok) return;
  }

  /** Makes new invocations run the present bundle; running ones end with the old one. */
  reload(): void {
    this.#pool.replace(this);
  }

  start(): ExecutionEnvironment {
    const environment = new ExecutionEnvironment(this.definition);
    this.#environments.add(environment);
    // An idle environment that ends is replaced at the next invocation; a busy one fails its invocation.
    void environment.exited().then(() => {
      this.#environments.delete(environment);
      this.#pool.remove(environment);
    });
    return environment;
  }

  async close(): Promise<void> {
    const all = [...this.#environments];
    for (const environment of all) environment.end();
    await Promise.all(all.map((environment) => environment.exited()));
  }
}
