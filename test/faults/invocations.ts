import { AsyncLocalStorage } from "node:async_hooks";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Way } from "../emulators/broken-call.ts";
import { brokenAttempt, failsEveryAttempt, withAttempts } from "../emulators/broken-call.ts";
import { directClient } from "../emulators/direct-client.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import type { Fault, MadeCall } from "./fault.ts";

/** How an invocation ended. */
export type Ended =
  | { readonly kind: "answered"; readonly answer: unknown }
  | { readonly kind: "threw"; readonly error: string }
  | { readonly kind: "dead" };

/** What the caller of an external service sees of each broken request. Each returns, or throws as the service's client does. */
export type BrokenRequest<T> = Readonly<Record<Exclude<Way, "death">, () => T>>;

/** What happens in another invocation before a call, or, if that is broken, before its second attempt. */
export interface Meanwhile {
  /** The number of the call, from 1. */
  readonly call: number;
  readonly happens: () => Promise<unknown>;
}

/** One invocation of a function, one of whose calls may be broken. */
class Invocation {
  readonly calls: MadeCall[] = [];
  readonly death = Promise.withResolvers<Ended>();
  readonly #fault: Fault | null;
  readonly #meanwhile: Meanwhile | null;
  isDead = false;

  constructor(fault: Fault | null, meanwhile: Meanwhile | null) {
    this.#fault = fault;
    this.#meanwhile = meanwhile;
  }

  /** Begins a call. @returns how it is broken; null for a call that is not */
  async begin(made: MadeCall): Promise<Way | null> {
    const number = this.calls.push(made);
    if (number === this.#fault?.call) return this.#fault.way;
    if (number === this.#meanwhile?.call) await this.#meanwhile.happens();
    return null;
  }

  /** Repeats the broken call. */
  async repeat(): Promise<void> {
    await this.#meanwhile?.happens();
  }

  // A killed process does not even handle an error: its call never returns.
  die(): Promise<never> {
    this.isDead = true;
    this.death.resolve({ kind: "dead" });
    return never();
  }
}

/** A call to AWS in progress. */
interface BegunCall {
  readonly invocation: Invocation;
  readonly way: Way | null;
  attempts: number;
}

const never = () => new Promise<never>(() => undefined);

/** Runs invocations that share their services: the calls of each are counted, and one of them may be broken. */
export class Invocations {
  /** The client of all tables. Calls outside an invocation are the test's own, and are neither counted nor broken. */
  readonly client: DynamoDBDocumentClient;
  /** The client whose calls are not repeated. */
  readonly oneAttempt: DynamoDBDocumentClient;
  /** Every request to an external site, of all invocations. */
  readonly requested: string[] = [];
  readonly #running = new AsyncLocalStorage<Invocation>();

  constructor(dynamo: Pick<TestDynamo, "emulator">) {
    this.client = directClient(dynamo, (attempt, what) => this.aws(what, attempt)) as DynamoDBDocumentClient;
    this.oneAttempt = directClient(dynamo, async (attempt, what) =>
      attempted(await this.#begin({ what, isRepeated: false }), attempt),
    ) as DynamoDBDocumentClient;
  }

  async #begin(made: MadeCall): Promise<BegunCall | null> {
    const invocation = this.#running.getStore();
    return invocation === undefined ? null : { invocation, way: await invocation.begin(made), attempts: 0 };
  }

  /** Runs an invocation. @returns how it ended, and the calls that it made */
  async run(
    fault: Fault | null,
    act: () => Promise<unknown>,
    meanwhile: Meanwhile | null = null,
  ): Promise<{ readonly ended: Ended; readonly calls: readonly MadeCall[] }> {
    const invocation = new Invocation(fault, meanwhile);
    const finished = this.#running.run(invocation, async (): Promise<Ended> => {
      try {
        return { kind: "answered", answer: await act() };
      } catch (error) {
        return { kind: "threw", error: String(error) };
      }
    });
    const ended = await Promise.race([finished, invocation.death.promise]);
    return { ended, calls: [...invocation.calls] };
  }

  /** Runs what is no part of the invocation in which it happens. */
  apart<T>(act: () => Promise<T>): Promise<T> {
    return this.#running.exit(act);
  }

  /** A call to a service of AWS, with the SDK's attempts. */
  async aws<T>(what: string, act: () => Promise<T>): Promise<T> {
    const call = await this.#begin({ what, isRepeated: true });
    return withAttempts(() => attempted(call, act));
  }

  /** A request to an external service, without a second attempt. @param broken what its client reports of a broken one */
  async outside<T>(what: string, act: () => Promise<T>, broken: BrokenRequest<T>): Promise<T> {
    const call = await this.#begin({ what, isRepeated: false });
    if (call?.invocation.isDead) return never();
    const way = call?.way ?? null;
    if (way === "refused" || way === "throttled") return broken[way]();
    this.requested.push(what);
    const answer = await act();
    if (way === "death") return (call as BegunCall).invocation.die();
    return way === null ? answer : broken[way]();
  }
}

/** One attempt of a call. @throws Error of AWS or of the connection, which the SDK handles */
async function attempted<T>(call: BegunCall | null, forward: () => Promise<T>): Promise<T> {
  if (call === null) return forward();
  const { invocation, way } = call;
  if (invocation.isDead) return never();
  call.attempts += 1;
  if (call.attempts === 2) await invocation.repeat();
  const isBroken = way !== null && (call.attempts === 1 || failsEveryAttempt(way));
  return brokenAttempt(isBroken ? way : null, forward, () => invocation.die());
}
