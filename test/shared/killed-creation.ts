import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import type { Death } from "../emulators/invocation.ts";

/** A feature's function that creates, in its own world. */
export interface CreatingWorld {
  /** Sends the creating request in an invocation that may be killed; null if it is not killed. */
  create(key: string, death: Death | null): Promise<HttpAnswer | "dead">;
  /** Lets the worker process the queue, then reconcile after its grace period, then the worker again. */
  settle(): Promise<void>;
  /** The final state: the resources as their owner sees them, and the requests to external sites. */
  outcome(): Promise<unknown>;
}

/** A state of the world in which a resource is created. */
export interface CreationSetting {
  /** The state, in words. */
  readonly before: string;
  /** Builds the world, always the same one, in empty tables. */
  readonly start: (dynamo: TestDynamo) => Promise<CreatingWorld>;
  /** The status of an uninterrupted request. */
  readonly status: number;
  /** The number of AWS calls of an invocation that is not killed. */
  readonly calls: number;
  /** Whether it is also killed twice, at every pair of calls. Default true. */
  readonly twice?: boolean;
}

/** The parts of an answer that a client sees, without the replay header. */
function seen(answer: HttpAnswer | "dead") {
  if (answer === "dead") throw new Error("This invocation was meant to live");
  return { status: answer.status, location: answer.headers.location, text: JSON.stringify(answer.body) };
}

/**
 * The invariant of every function that creates with an Idempotency-Key: killed at any of its AWS calls, it leaves a state
 * from which the repeated request, or the schedules alone, lead to the state of an uninterrupted request.
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

    it("makes exactly the calls at which it is killed", async () => {
      const create = async (call: number) => (await world()).create(randomUUID(), { call, moment: "before" });
      expect(await create(calls)).toBe("dead");
      expect(seen(await create(calls + 1)).status).toBe(status);
    });

    it.each(deaths)("$moment call $call, then repeated: one effect, and the usual answer", async (death) => {
      const expected = await undisturbed();
      const { create, settle, outcome } = await world();
      const key = randomUUID();
      expect(await create(key, death)).toBe("dead");
      expect(seen(await create(key, null))).toEqual(expected.answer);
      expect(seen(await create(key, null))).toEqual(expected.answer);
      await settle();
      expect(await outcome()).toEqual(expected.outcome);
    });

    it.each(deaths)("$moment call $call, then never repeated: the whole effect or none", async (death) => {
      const expected = await undisturbed();
      const { create, settle, outcome } = await world();
      expect(await create(randomUUID(), death)).toBe("dead");
      await settle();
      expect([expected.untouched, expected.outcome]).toContainEqual(await outcome());
    });

    it.each(deaths)("$moment call $call, then repeated after everything is done: one effect", async (death) => {
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
    itTwice("twice, at any calls: the third request has one effect, and the usual answer", async () => {
      const expected = await undisturbed();
      // The state before a call equals the state after the previous one.
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
