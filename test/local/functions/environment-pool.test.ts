import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  Environment,
  EnvironmentOwner,
  InvocationKind,
  Lease,
} from "../../../lib/local/functions/environment-pool.ts";
import { EnvironmentPool, IDLE_MS, PATIENCE_MS, TENURE_MS } from "../../../lib/local/functions/environment-pool.ts";

const LIMITS = { environments: 4, ofOneFunction: 2, reserved: 1 };

/** An environment that only counts. */
interface Counted extends Environment {
  readonly of: string;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pool whose functions have names. */
class World {
  /** How often the pool came to rest. */
  rests = 0;
  readonly pool = new EnvironmentPool<Counted>({
    limits: LIMITS,
    atRest: () => {
      this.rests += 1;
    },
  });
  readonly running: Counted[] = [];
  /** Starts, by the function's name. */
  readonly starts: string[] = [];
  readonly #owners = new Map<string, EnvironmentOwner<Counted>>();

  of(name: string): EnvironmentOwner<Counted> {
    const owner = this.#owners.get(name) ?? {
      start: () => {
        const environment = { of: name, end: () => void this.running.splice(this.running.indexOf(environment), 1) };
        this.running.push(environment);
        this.starts.push(name);
        return environment;
      },
    };
    this.#owners.set(name, owner);
    return owner;
  }

  /** An invocation, which loads at once when it is granted; `lease` is there from then on. */
  async invoke(name: string, kind: InvocationKind = "request", caller?: string) {
    const invocation: { lease?: Lease<Counted>; end(): Promise<void> } = {
      async end() {
        if (invocation.lease === undefined) throw new Error(`The invocation of ${name} has no environment.`);
        invocation.lease.release(true);
        await settled();
      },
    };
    void this.pool.acquire(this.of(name), kind, caller === undefined ? undefined : this.of(caller)).then((lease) => {
      lease.loaded();
      invocation.lease = lease;
    });
    await settled();
    return invocation;
  }
}

/** Lets granted promises be noticed. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await settled();
}

const isServed = ({ lease }: { lease?: unknown }) => lease !== undefined;

describe("the limit of environments", () => {
  it("holds for all functions together, and a place goes from the one that was idle the longest", async () => {
    const world = new World();
    for (const name of ["a", "b", "c", "d"]) {
      await (await world.invoke(name)).end();
      await pass(1);
    }
    // Used again: now the oldest idle one is b's.
    await (await world.invoke("a")).end();
    await world.invoke("e");
    expect(world.running.map(({ of }) => of).sort()).toEqual(["a", "c", "d", "e"]);
    expect(world.starts).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("takes a place from a function that has several before one that has been idle for longer", async () => {
    const world = new World();
    const several = [await world.invoke("a"), await world.invoke("a")];
    await pass(2 * PATIENCE_MS);
    for (const name of ["b", "c"]) await (await world.invoke(name)).end();
    await pass(1);
    for (const each of several) await each.end();
    await world.invoke("d");
    expect(world.running.map(({ of }) => of).sort()).toEqual(["a", "b", "c", "d"]);
  });

  it("is never exceeded by many invocations of many functions, and each is served", async () => {
    const world = new World();
    const invocations = [];
    for (let turn = 0; turn < 60; turn += 1) {
      invocations.push(await world.invoke(`f${turn % 9}`, turn % 3 === 0 ? "event" : "request"));
    }
    const open = new Set(invocations);
    for (let step = 0; open.size > 0 && step < 1_000; step += 1) {
      expect(world.running.length).toBeLessThanOrEqual(LIMITS.environments);
      const served = [...open].find(isServed);
      if (served !== undefined) {
        await served.end();
        open.delete(served);
      }
      await pass(100);
    }
    expect(open.size).toBe(0);
  });

  it("counts an environment that ended by itself no more", async () => {
    const world = new World();
    const first = await world.invoke("a");
    const waiting = await world.invoke("a");
    const ended = first.lease?.environment as Counted;
    world.pool.remove(ended);
    first.lease?.release(false);
    await settled();
    expect(isServed(waiting)).toBe(true);
    expect(world.pool.size).toBe(1);
  });
});

describe("an invocation", () => {
  it("gets an idle environment of its function before a new one", async () => {
    const world = new World();
    await (await world.invoke("a")).end();
    await (await world.invoke("a")).end();
    expect(world.starts).toEqual(["a"]);
  });

  it("waits for its function's environment, and has another one only when that takes too long", async () => {
    const world = new World();
    await world.invoke("a");
    const [second, third] = [await world.invoke("a"), await world.invoke("a")];
    await pass(PATIENCE_MS - 1);
    expect(world.starts).toEqual(["a"]);
    await pass(PATIENCE_MS);
    expect([second, third].map(isServed)).toEqual([true, false]);
    // Not more than one function may have.
    await pass(10 * PATIENCE_MS);
    expect(world.starts).toEqual(["a", "a"]);
    await second.end();
    expect(isServed(third)).toBe(true);
  });

  it("of a function with an environment takes no other function's place, idle or busy", async () => {
    const world = new World();
    const busy = await world.invoke("a");
    for (const name of ["b", "c"]) await (await world.invoke(name)).end();
    const event = await world.invoke("w", "event");
    const second = await world.invoke("a");
    await pass(TENURE_MS);
    await world.invoke("w", "event");
    await event.end();
    expect(world.starts).toEqual(["a", "b", "c", "w"]);
    await busy.end();
    expect(isServed(second)).toBe(true);
  });

  it("of a function without any place gets that of a busy one which has gone on for long enough", async () => {
    const world = new World();
    const busy = [];
    for (const name of ["a", "b", "c"]) busy.push(await world.invoke(name));
    const event = await world.invoke("w", "event");
    const starved = await world.invoke("d");
    // The functions that have places never rest.
    for (const name of ["a", "b", "c"]) for (let more = 0; more < 30; more += 1) await world.invoke(name);
    await event.end();
    expect(isServed(starved)).toBe(false);
    await pass(TENURE_MS);
    await busy[0]?.end();
    expect(isServed(starved)).toBe(true);
    expect(world.running.map(({ of }) => of).sort()).toEqual(["b", "c", "d", "w"]);
  });
});

describe("requests and events", () => {
  it.each([
    ["request", "event"],
    ["event", "request"],
  ] as const)(
    "leave each other a place: a flood of the kind %s does not keep one of the kind %s waiting",
    async (flood, other) => {
      const world = new World();
      for (let turn = 0; turn < 20; turn += 1) await world.invoke(`f${turn % 5}`, flood);
      await pass(10 * PATIENCE_MS);
      expect(world.running).toHaveLength(LIMITS.environments - LIMITS.reserved);
      expect(isServed(await world.invoke("other", other))).toBe(true);
    },
  );
});

describe("a nested invocation", () => {
  it("is served when callers have taken every place, at any depth", async () => {
    const world = new World();
    const callers = [];
    for (const name of ["a", "b", "c"]) callers.push(await world.invoke(name));
    callers.push(await world.invoke("w", "event"));
    const one = await world.invoke("renderer", "nested", "a");
    const two = await world.invoke("deeper", "nested", "renderer");
    expect([...callers, one, two].map(isServed)).toEqual(Array(6).fill(true));
    expect(world.running).toHaveLength(LIMITS.environments + 2);
    // Another one at the same depth waits for its end.
    const next = await world.invoke("other", "nested", "b");
    await pass(10 * PATIENCE_MS);
    expect(isServed(next)).toBe(false);
    await two.end();
    await one.end();
    expect(isServed(next)).toBe(true);
    await next.end();
    expect(world.running).toHaveLength(LIMITS.environments);
  });
});

describe("an idle environment", () => {
  it("is ended after a while, a busy one is not", async () => {
    const world = new World();
    const busy = await world.invoke("a");
    await (await world.invoke("b")).end();
    await pass(IDLE_MS / 2);
    expect(world.running).toHaveLength(2);
    await pass(IDLE_MS);
    expect(world.running.map(({ of }) => of)).toEqual(["a"]);
    await busy.end();
    expect(world.rests).toBe(0);
    await pass(2 * IDLE_MS);
    expect(world.running).toEqual([]);
    expect(world.rests).toBe(1);
  });

  it("of a replaced function ends at once, a busy one with its invocation", async () => {
    const world = new World();
    const first = await world.invoke("a");
    world.pool.replace(world.of("a"));
    const second = await world.invoke("a");
    expect(second.lease?.environment).not.toBe(first.lease?.environment);
    await first.end();
    expect(world.running).toHaveLength(1);
    await second.end();
    world.pool.replace(world.of("a"));
    expect(world.running).toEqual([]);
  });
});
