import { availableParallelism } from "node:os";

/** An execution environment of a function: it serves one invocation at a time. */
export interface Environment {
  /** Ends it now, with what it is doing. */
  end(): void;
}

export interface EnvironmentOwner<E extends Environment> {
  /** Starts an environment; its first invocation loads the function. */
  start(): E;
}

/**
 * What causes an invocation: a `request` has a caller that waits for the answer; an `event` comes from a queue or a
 * schedule; a `nested` one comes from a running function, which keeps its own environment meanwhile.
 */
export type InvocationKind = "request" | "event" | "nested";

export interface PoolLimits {
  /** The maximum of environments of all functions together; nested invocations may add one for each level. */
  readonly environments: number;
  readonly ofOneFunction: number;
  /** The part of `environments` that requests leave to events, and events to requests. */
  readonly reserved: number;
}

/**
 * The limits of a local system. An environment takes up to 45 MB and the rest of the runner up to 200, which is less than
 * 600 MB together. More environments of one function than these would only compete for the processors.
 */
const LIMITS: PoolLimits = { environments: 6, ofOneFunction: Math.min(2 * availableParallelism(), 4), reserved: 2 };

export interface PoolOptions {
  readonly limits?: PoolLimits;
  /** Is called when the last environment has been ended since it was idle. */
  readonly atRest?: () => void;
}

/** An environment that has been given to an invocation. */
export interface Lease<E extends Environment> {
  readonly environment: E;
  /** The function has been loaded. */
  loaded(): void;
  /** The invocation is over. @param isUsable whether the environment can serve another one */
  release(isUsable: boolean): void;
}

/**
 * Milliseconds that an invocation waits for an environment that exists before another is started. A start costs more CPU
 * time than most invocations, and slows them down.
 */
export const PATIENCE_MS = 250;

/** Milliseconds that a started environment is kept, while it is busy, for its function before another function gets its place. */
export const TENURE_MS = 2_000;

/** Milliseconds after which an idle environment is ended. */
export const IDLE_MS = 20_000;

interface Member<E extends Environment> {
  readonly owner: EnvironmentOwner<E>;
  readonly environment: E;
  /** Of the running invocation; undefined while the environment is idle. */
  invocation: { readonly kind: InvocationKind; readonly depth: number } | undefined;
  isLoading: boolean;
  /** Of an older version of the function's code: it ends with its invocation. */
  isOutdated: boolean;
  /** The time of its load, or of its start until then, in milliseconds of the process. */
  loadedAt: number;
  idleSince: number;
}

/** An invocation without an environment. */
interface Waiting<E extends Environment> {
  readonly owner: EnvironmentOwner<E>;
  readonly kind: InvocationKind;
  readonly depth: number;
  /** In milliseconds of the process. */
  readonly since: number;
  readonly granted: (lease: Lease<E>) => void;
}

/**
 * The execution environments of all functions, which share one limit, since each takes up to 45 MB.
 *
 * - An invocation gets an idle environment of its function; without any, a new one. If the limit is reached, a function
 *   without any environment gets the place of an idle one: first of a function that has several, then of the one that has been
 *   idle the longest. A function that has some gets a free place only: on a busy machine each waits for the processors, and
 *   functions which took places from each other would spend most of the time on starts.
 * - A busy environment goes to its function's next invocation, unless a function without any has waited longer, and longer
 *   than the patience; that one gets the place then. So each invocation is served after those before it.
 * - Requests and events leave each other a part of the limit: workers that run for long do not keep the API waiting.
 * - A nested invocation at depth n may exceed the limit by n. So the deepest one always runs, and after it the invocations
 *   that wait for its result.
 */
export class EnvironmentPool<E extends Environment> {
  readonly #limits: PoolLimits;
  readonly #atRest: () => void;
  readonly #members = new Set<Member<E>>();
  /** In order of arrival. */
  readonly #waiting: Waiting<E>[] = [];
  #growth: NodeJS.Timeout | undefined;
  #retirement: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ limits = LIMITS, atRest = () => undefined }: PoolOptions = {}) {
    this.#limits = limits;
    this.#atRest = atRest;
  }

  get size(): number {
    return this.#members.size;
  }

  /**
   * An environment for one invocation.
   *
   * @param caller the function that makes a nested invocation
   */
  acquire(
    owner: EnvironmentOwner<E>,
    kind: InvocationKind,
    caller: EnvironmentOwner<E> | undefined = undefined,
  ): Promise<Lease<E>> {
    const depth = kind === "nested" ? 1 + this.#depthOf(caller) : 0;
    return new Promise((granted) => {
      this.#waiting.push({ owner, kind, depth, since: performance.now(), granted });
      this.#serve();
    });
  }

  /** Forgets an environment that has ended by itself. */
  remove(environment: E): void {
    for (const member of this.#members) if (member.environment === environment) this.#members.delete(member);
    this.#serve();
  }

  /** Ends a function's environments: idle ones now, the others with their invocation. */
  replace(owner: EnvironmentOwner<E>): void {
    for (const member of this.#of(owner)) {
      member.isOutdated = true;
      if (member.invocation === undefined) this.#end(member);
    }
    this.#serve();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#growth);
    clearInterval(this.#retirement);
    for (const member of this.#members) this.#end(member);
  }

  #of(owner: EnvironmentOwner<E> | undefined): Member<E>[] {
    return [...this.#members].filter((member) => member.owner === owner);
  }

  #depthOf(caller: EnvironmentOwner<E> | undefined): number {
    return Math.max(0, ...this.#of(caller).map(({ invocation }) => invocation?.depth ?? 0));
  }

  /** Grants what can be granted now, in order of arrival. */
  #serve(): void {
    if (this.#isClosed) return;
    for (const waiting of [...this.#waiting]) {
      const member = this.#idleOf(waiting) ?? this.#startFor(waiting);
      if (member !== undefined) this.#grant(member, waiting);
    }
    if (this.#waiting.length === 0) {
      clearInterval(this.#growth);
      this.#growth = undefined;
    } else {
      this.#growth ??= setInterval(() => this.#serve(), PATIENCE_MS / 5);
    }
  }

  /** The idle environment of its function that was used last. */
  #idleOf(waiting: Waiting<E>): Member<E> | undefined {
    if (!this.#hasShare(waiting.kind)) return undefined;
    return this.#of(waiting.owner)
      .filter(isIdle)
      .sort((one, other) => other.idleSince - one.idleSince)[0];
  }

  /** A new environment, if the function needs one and there is a place for it. */
  #startFor(waiting: Waiting<E>): Member<E> | undefined {
    if (!this.#needsAnother(waiting) || !this.#hasShare(waiting.kind)) return undefined;
    const limit = this.#limits.environments + waiting.depth;
    while (this.#members.size >= limit) {
      const dispensable = this.#of(waiting.owner).length === 0 ? this.#dispensable() : undefined;
      if (dispensable === undefined) return undefined;
      this.#end(dispensable);
    }
    return this.#start(waiting.owner);
  }

  /** The idle environment whose place a function without any gets. */
  #dispensable(): Member<E> | undefined {
    const isOneOfSeveral = ({ owner }: Member<E>) => Number(this.#of(owner).length > 1);
    return [...this.#members]
      .filter(isIdle)
      .sort((one, other) => isOneOfSeveral(other) - isOneOfSeveral(one) || one.idleSince - other.idleSince)[0];
  }

  #needsAnother({ owner, since }: Waiting<E>): boolean {
    const members = this.#of(owner).filter(({ isOutdated }) => !isOutdated);
    if (members.length === 0) return true;
    if (members.length >= this.#limits.ofOneFunction || members.some(({ isLoading }) => isLoading)) return false;
    // Environments are started one after the other: each may be enough for all that wait.
    const from = Math.max(since, ...members.map(({ loadedAt }) => loadedAt));
    return performance.now() - from >= PATIENCE_MS;
  }

  #hasShare(kind: InvocationKind): boolean {
    if (kind === "nested") return true;
    const running = [...this.#members].filter(({ invocation }) => invocation?.kind === kind);
    return running.length < this.#limits.environments - this.#limits.reserved;
  }

  #start(owner: EnvironmentOwner<E>): Member<E> {
    const member: Member<E> = {
      owner,
      environment: owner.start(),
      invocation: undefined,
      isLoading: true,
      isOutdated: false,
      loadedAt: performance.now(),
      idleSince: performance.now(),
    };
    this.#members.add(member);
    return member;
  }

  #grant(member: Member<E>, waiting: Waiting<E>): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    member.invocation = { kind: waiting.kind, depth: waiting.depth };
    waiting.granted({
      environment: member.environment,
      loaded: () => {
        if (!member.isLoading) return;
        member.isLoading = false;
        member.loadedAt = performance.now();
      },
      release: (isUsable) => this.#release(member, isUsable),
    });
  }

  #release(member: Member<E>, isUsable: boolean): void {
    member.invocation = undefined;
    member.idleSince = performance.now();
    if (!this.#members.has(member)) {
      this.#serve();
      return;
    }
    const next = this.#waiting.find(({ owner, kind }) => owner === member.owner && this.#hasShare(kind));
    const isOver = this.#members.size > this.#limits.environments || this.#isWantedElsewhere(member, next);
    if (!isUsable || member.isOutdated || isOver) this.#end(member);
    else if (next !== undefined) this.#grant(member, next);
    this.#serve();
    this.#retirement ??= setInterval(() => this.#retire(), IDLE_MS / 4).unref();
  }

  /** Whether an invocation of a function without environments, which has waited longer, gets the place of a busy one. */
  #isWantedElsewhere(member: Member<E>, next: Waiting<E> | undefined): boolean {
    const now = performance.now();
    if (next === undefined || now - member.loadedAt < TENURE_MS) return false;
    return this.#waiting
      .slice(0, this.#waiting.indexOf(next))
      .some(
        (other) => now - other.since >= PATIENCE_MS && this.#of(other.owner).length === 0 && this.#hasShare(other.kind),
      );
  }

  #retire(): void {
    const now = performance.now();
    for (const member of this.#members) if (isIdle(member) && now - member.idleSince >= IDLE_MS) this.#end(member);
    if (this.#members.size > 0) return;
    clearInterval(this.#retirement);
    this.#retirement = undefined;
    this.#atRest();
  }

  #end(member: Member<E>): void {
    this.#members.delete(member);
    member.environment.end();
  }
}

function isIdle({ invocation, isOutdated }: Member<Environment>): boolean {
  return invocation === undefined && !isOutdated;
}
