import { AsyncLocalStorage } from "node:async_hooks";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { brokenAttempt, failsEveryAttempt, withAttempts } from "../emulators/broken-call.ts";
import { directClient } from "../emulators/direct-client.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { ATTEMPTS } from "../emulators/retry-at-once.ts";
import type { Turnstile } from "../emulators/turnstile.ts";
import { turnstile } from "../emulators/turnstile.ts";
import type { Fault } from "./fault.ts";

/** The result of an invocation that was killed. */
export const DEAD = Symbol("dead");
export type Dead = typeof DEAD;

/** One invocation of a function: one at a time of its calls passes the turnstile, and one of its calls may have a fault. */
class Actor {
  readonly #fault: Fault | null;
  readonly #stile: Turnstile;
  #calls = 0;
  /** Attempts of the faulty call that are still to fail. */
  #failing = 0;
  #isDead = false;
  readonly death = Promise.withResolvers<Dead>();

  constructor(fault: Fault | null, stile: Turnstile) {
    this.#fault = fault;
    this.#stile = stile;
  }

  /** One attempt of a call. @throws Error of AWS or of the connection, which the SDK handles */
  async attempt<T>(forward: () => Promise<T>): Promise<T> {
    if (this.#isDead) return never();
    return this.#stile.pass(() => this.#passed(forward));
  }

  async #passed<T>(forward: () => Promise<T>): Promise<T> {
    if (this.#isDead) return never();
    this.#calls += 1;
    const kind = this.#kind();
    if (kind === "death_before") return this.#die();
    return brokenAttempt(kind, forward, () => this.#die());
  }

  #kind(): Fault["kind"] | null {
    if (this.#fault === null) return null;
    const { call, kind } = this.#fault;
    if (this.#calls === call) this.#failing = failsEveryAttempt(kind) ? ATTEMPTS : 1;
    if (this.#failing === 0) return null;
    this.#failing -= 1;
    return kind;
  }

  // A killed process does not even handle an error: its call never returns.
  #die(): Promise<never> {
    this.#isDead = true;
    this.death.resolve(DEAD);
    return never();
  }
}

const never = () => new Promise<never>(() => undefined);

/** The invocations of a history: their calls to AWS, their faults, and the order in which concurrent calls are made. */
export class Actors {
  readonly client: DynamoDBDocumentClient;
  /** The client whose calls are not repeated. */
  readonly oneAttempt: DynamoDBDocumentClient;
  readonly #running = new AsyncLocalStorage<Actor>();
  #order: readonly number[] = [];
  #turns = 0;

  constructor(dynamo: Pick<TestDynamo, "emulator">) {
    this.client = directClient(dynamo, (attempt) => this.call(attempt)) as DynamoDBDocumentClient;
    this.oneAttempt = directClient(dynamo, (attempt) => this.outside(attempt)) as DynamoDBDocumentClient;
  }

  /** A call to another service of AWS, with the SDK's attempts. */
  async call<T>(act: () => Promise<T>): Promise<T> {
    return withAttempts(() => this.#attempt(act));
  }

  /** A request to an external site: one attempt. */
  async outside<T>(act: () => Promise<T>): Promise<T> {
    return this.#attempt(act);
  }

  /**
   * Runs invocations at the same time, each with its fault, if it can have one.
   *
   * @param order for each call that is made: which of the waiting calls is next, modulo their number; then the first one
   * @returns for each its result, or `DEAD`
   */
  async run<I extends object, T>(
    invoked: readonly I[],
    order: readonly number[],
    act: (one: I, index: number) => Promise<T>,
  ): Promise<(T | Dead)[]> {
    this.#order = order;
    this.#turns = 0;
    const stile = turnstile((waiting) => this.#next(waiting));
    return stile.run<T | Dead>(
      invoked.map((one, index) => () => {
        const actor = new Actor("fault" in one ? (one.fault as Fault | null) : null, stile);
        return Promise.race([this.#running.run(actor, () => act(one, index)), actor.death.promise]);
      }),
    );
  }

  #next(waiting: number): number {
    const turn = this.#order[this.#turns] ?? 0;
    this.#turns += 1;
    return turn % waiting;
  }

  #attempt<T>(forward: () => Promise<T>): Promise<T> {
    // A call of the test itself has no actor.
    return this.#running.getStore()?.attempt(forward) ?? forward();
  }
}
