import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import type { Death } from "../emulators/invocation.ts";

/** A feature's function that creates, in a world of its own. */
export interface CreatingWorld {
  /** The request to create, in an invocation that dies there; null for one that lives. */
  create(key: string, death: Death | null): Promise<HttpAnswer | "dead">;
  /** Lets the worker do what the queue holds, then reconcile once its grace is over, then the worker again. */
  settle(): Promise<void>;
  /** What came of it: the things as their owner finds them, and what was asked of the outside. */
  outcome(): Promise<unknown>;
}

/** A state of the world from which something is created. */
export interface CreationSetting {
  /** What is there before, in words. */
  readonly before: string;
  /** Builds the world, always the same one, in empty tables. */
  readonly start: (dynamo: TestDynamo) => Promise<CreatingWorld>;
  /** Status of the answer when nothing goes wrong. */
  readonly status: number;
  /** AWS calls of an invocation that lives. */
  readonly calls: number;
  /** Whether it is also killed twice, at every pair of calls. Default true. */
  readonly twice?: boolean;
}

/** What a client sees of an answer, but for the mark of a replay. */
function seen(answer: HttpAnswer | "dead") {
  if (answer === "dead") throw new Error("This invocation was meant to live");
  return { status: answer.status, location: answer.headers.location, text: JSON.stringify(answer.body) };
}

/**
 * The law for every function that creates under an Idempotency-Key: killed at any of its AWS calls, it leaves a state
 * from which the same request, or nobody but the schedules, arrives at what an undisturbed run would have come to.
 */
export function describeKilledCreation({ before, start, status, calls, twice = true }: CreationSetting): void {
  describe(`the function killed when ${before}`, () => {
    const running: TestDynamo[] = [];
    afterEach(async () => {
      await Promise.all(running.splice(0).map((dynamo) => dynamo.close()));
    });

    async function world(): Promise<CreatingWorld> {
      const dynamo = await startDynamo();
      running.push(dynamo);
      return start(dynamo);
    }

    async function undisturbedRun() {
      const { create, settle, outcome } = await world();
      const untouched = await outcome();
      const answer = seen(await create(randomUUID(), null));
      await settle();
      return { untouched, answer, outcome: await outcome() };
    }

    let once: ReturnType<typeof undisturbedRun> | undefined;
    const undisturbed = () => {
      once ??= undisturbedRun();
      return once;
    };

    const deaths = (["before", "after"] as const).flatMap((moment) =>
      Array.from({ length: calls }, (_, index): Death => ({ call: index + 1, moment })),
    );

    it("makes the calls that it is killed at, and no more", async () => {
      const create = async (call: number) => (await world()).create(randomUUID(), { call, moment: "before" });
      expect(await create(calls)).toBe("dead");
      expect(seen(await create(calls + 1)).status).toBe(status);
    });

    it.each(deaths)("$moment call $call, then asked again: once, and answered as ever", async (death) => {
      const expected = await undisturbed();
      const { create, settle, outcome } = await world();
      const key = randomUUID();
      expect(await create(key, death)).toBe("dead");
      expect(seen(await create(key, null))).toEqual(expected.answer);
      expect(seen(await create(key, null))).toEqual(expected.answer);
      await settle();
      expect(await outcome()).toEqual(expected.outcome);
    });

    it.each(deaths)("$moment call $call, then never asked again: all of it or nothing", async (death) => {
      const expected = await undisturbed();
      const { create, settle, outcome } = await world();
      expect(await create(randomUUID(), death)).toBe("dead");
      await settle();
      expect([expected.untouched, expected.outcome]).toContainEqual(await outcome());
    });

    it.each(deaths)("$moment call $call, then asked again after all was done: once", async (death) => {
      const expected = await undisturbed();
      const { create, settle, outcome } = await world();
      const key = randomUUID();
      expect(await create(key, death)).toBe("dead");
      await settle();
      expect(seen(await create(key, null))).toMatchObject({ status, location: expected.answer.location });
      await settle();
      expect(await outcome()).toEqual(expected.outcome);
    });

    const itTwice = twice ? it : () => undefined;
    itTwice("twice, wherever it was: the third request does it once, and answers as ever", async () => {
      const expected = await undisturbed();
      // Before a call is the same state as after the one before it.
      const after = deaths.filter(({ moment }) => moment === "after");
      for (const first of after) {
        for (const second of after) {
          const { create, settle, outcome } = await world();
          const key = randomUUID();
          await create(key, first);
          await create(key, second);
          expect({ first, second, ...seen(await create(key, null)) }).toEqual({ first, second, ...expected.answer });
          await settle();
          expect({ first, second, outcome: await outcome() }).toEqual({ first, second, outcome: expected.outcome });
          await Promise.all(running.splice(0).map((dynamo) => dynamo.close()));
        }
      }
    });
  });
}
