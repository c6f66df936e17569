import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { Rejected } from "../../../lambdas/shared/http/rejected.ts";
import type {
  Creation,
  CreationResult,
  KeyedRequest,
  OnceServices,
} from "../../../lambdas/shared/idempotency/create-once.ts";
import { createOnce } from "../../../lambdas/shared/idempotency/create-once.ts";
import { IdempotencyTable } from "../../../lambdas/shared/idempotency/idempotency-table.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { newUser, testClock } from "../../emulators/test-clock.ts";
import { testIds } from "../../emulators/test-queue.ts";
import { turnstile } from "../../emulators/turnstile.ts";
import { runs } from "../../load.ts";
import { answerOf, KEY, keyedRequest } from "./keyed-request.ts";

capturedLog();
let clock: TestClock;
let services: OnceServices;
let user: string;

dynamoOfFile();
beforeEach(() => {
  clock = testClock();
  services = { idempotencyKeys: new IdempotencyTable(dynamo.client, "idempotency_keys"), clock, newId: testIds() };
  user = newUser();
  dynamo.requests.length = 0;
});

const request = (changes: Partial<KeyedRequest> = {}) => keyedRequest(user, changes);

describe("in any interleaving of their calls", () => {
  const KEYS = [KEY, "919108f7-52d1-4320-9bac-f847db4148a8"] as const;
  const requested = fc.record({ key: fc.constantFrom(...KEYS), name: fc.constantFrom("one", "other") });
  const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });

  interface Outcome {
    readonly key: string;
    readonly name: string;
    readonly id: string | null;
    readonly replayed: boolean;
    readonly code: string | null;
  }

  /** Sends the requests, with their calls in the chosen order; `create` makes one call, too. */
  async function interleaved(
    requests: readonly { key: string; name: string }[],
    order: readonly number[],
    create: (creation: Creation, name: string) => CreationResult,
  ): Promise<readonly Outcome[]> {
    let turn = 0;
    const stile = turnstile((waiting) => {
      turn += 1;
      return (order[turn % order.length] ?? 0) % waiting;
    });
    const client = interceptedClient(dynamo, (_attempt, forward) => stile.pass(forward));
    const idempotencyKeys = new IdempotencyTable(client, "idempotency_keys");
    const ours = { ...services, idempotencyKeys };
    user = newUser();
    const outcomes = await stile.run(
      requests.map(({ key, name }) => async (): Promise<Outcome> => {
        try {
          const keyed = request({ idempotencyKey: key, body: { name } });
          const answer = await createOnce(keyed, ours, (creation) => stile.pass(async () => create(creation, name)));
          const { id } = answer.body as { id: string };
          return { key, name, id, replayed: answer.headers?.["idempotency-replayed"] === "true", code: null };
        } catch (error) {
          if (!(error instanceof Rejected)) throw error;
          return { key, name, id: null, replayed: false, code: error.code };
        }
      }),
    );
    client.destroy();
    return outcomes;
  }

  it.each([true, false])(
    "requests with one key create once and get one answer; the item proves it: %s",
    async (reproducible) => {
      await fc.assert(
        fc.asyncProperty(fc.array(requested, { minLength: 1, maxLength: 6 }), choices, async (requests, order) => {
          const created: { readonly id: string; readonly name: string }[] = [];
          const outcomes = await interleaved(requests, order, ({ id, at: moment }, name) => {
            created.push({ id, name });
            return { answer: answerOf({ id, at: moment }), reproducible };
          });
          for (const key of new Set(requests.map((one) => one.key))) {
            const [answered, others] = [true, false].map((good) =>
              outcomes.filter((outcome) => outcome.key === key && (outcome.id !== null) === good),
            ) as [Outcome[], Outcome[]];
            // One body wins: all its requests get one answer, one of them unmarked. Every other body gets 409.
            expect(new Set(answered.map(({ id }) => id)).size).toBe(1);
            expect(new Set(answered.map(({ name }) => name)).size).toBe(1);
            expect(answered.filter(({ replayed }) => !replayed)).toHaveLength(1);
            expect(new Set(others.map(({ code }) => code))).toEqual(
              new Set(others.length > 0 ? ["idempotency_key_reused"] : []),
            );
            expect(others.map(({ name }) => name)).not.toContain(answered[0]?.name);
            const mine = created.filter(({ id }) => id === answered[0]?.id);
            expect(new Set(mine.map(({ name }) => name))).toEqual(new Set([answered[0]?.name]));
          }
          // Everything that was created was also answered.
          expect(new Set(created.map(({ id }) => id))).toEqual(new Set(outcomes.flatMap(({ id }) => id ?? [])));
        }),
        runs(60),
      );
    },
  );

  it("requests that are rejected leave the key to the valid one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(requested, { minLength: 1, maxLength: 6 }), choices, async (requests, order) => {
        const outcomes = await interleaved(requests, order, (creation, name) => {
          if (name === "other") throw new Rejected(422, "not_this_one", "Send another.");
          return { answer: answerOf(creation), reproducible: false };
        });
        for (const key of KEYS) {
          const mine = outcomes.filter((outcome) => outcome.key === key);
          const good = mine.filter(({ name }) => name === "one");
          expect(new Set(good.flatMap(({ id }) => id ?? [])).size).toBeLessThanOrEqual(1);
          expect(mine.filter(({ name, id }) => name === "other" && id !== null)).toEqual([]);
          // A request that failed in the race can be repeated and is answered.
          const last = await interleaved([{ key, name: "one" }], [0], (creation) => ({
            answer: answerOf(creation),
            reproducible: false,
          }));
          expect(last[0]?.code).toBeNull();
        }
      }),
      runs(40),
    );
  });
});
