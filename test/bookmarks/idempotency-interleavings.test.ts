import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { newUser } from "../emulators/test-clock.ts";
import { turnstile } from "../emulators/turnstile.ts";
import { runs } from "../load.ts";
import { bookmarksApi, bookmarksWorld, pageUrl } from "./bookmarks-world.ts";

capturedLog();
let dynamo: TestDynamo;

beforeAll(async () => {
  dynamo = await startDynamo();
});
afterAll(() => dynamo.close());

interface Save {
  readonly key: string;
  readonly page: string;
}

type Step = { readonly save: Save } | { readonly deletePage: string };

/** Concurrent saves and deletes of one user; their AWS calls run one at a time in the chosen order. */
async function interleaved(steps: readonly Step[], choices: readonly number[]) {
  let turn = 0;
  const stile = turnstile((waiting) => {
    turn += 1;
    return (choices[turn % choices.length] ?? 0) % waiting;
  });
  const client = interceptedClient(dynamo, (_attempt, forward) => stile.pass(forward));
  const world = bookmarksWorld({ client });
  const sending = world.processingQueue.send.bind(world.processingQueue);
  world.processingQueue.send = (...sent) => stile.pass(() => sending(...sent));
  const send = bookmarksApi(world);
  const user = newUser();

  const saved: (Save & { readonly status: number; readonly text: string })[] = [];
  let deleted = 0;
  await stile.run(
    steps.map((step) => async () => {
      if ("save" in step) {
        const { key, page } = step.save;
        const headers = { "idempotency-key": key };
        const answer = await send({ route: "POST /v1/bookmarks", body: { url: pageUrl(page) }, headers, user });
        saved.push({ key, page, status: answer.status, text: JSON.stringify(answer.body) });
      } else {
        const params = { id: derivedId(user, pageUrl(step.deletePage)) };
        const answer = await send({ route: "DELETE /v1/bookmarks/{id}", params, user });
        if (answer.status === 204) deleted += 1;
      }
    }),
  );
  client.destroy();
  const { items } = await bookmarksWorld(dynamo).bookmarks.list(user, { limit: 10, position: undefined });
  return { saved, deleted, kept: items.length, messages: world.processingQueue.sent.length };
}

describe("in any interleaving of their calls", () => {
  const KEYS = [randomUUID(), randomUUID()] as const;
  const save = fc.record({ key: fc.constantFrom(...KEYS), page: fc.constantFrom("one", "two") });
  const saveOne = fc.record({ key: fc.constantFrom(...KEYS), page: fc.constant("one") });
  const order = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
  const steps = (step: fc.Arbitrary<Step>) => fc.array(step, { minLength: 2, maxLength: 6 });
  const saves = steps(save.map((one) => ({ save: one })));
  const savesAndDeletes = steps(
    fc.oneof({ arbitrary: saveOne.map((one) => ({ save: one })), weight: 2 }, fc.constant({ deletePage: "one" })),
  );

  it("saves with one key get one answer, and each page is one bookmark with one message", async () => {
    await fc.assert(
      fc.asyncProperty(saves, order, async (requested, choices) => {
        const { saved, kept, messages } = await interleaved(requested, choices);
        const good = saved.filter(({ status }) => status < 300);
        const pages = new Set(good.map(({ page }) => page));
        for (const key of new Set(saved.map((one) => one.key))) {
          const answers = good.filter((one) => one.key === key).map(({ status, text }) => `${status} ${text}`);
          expect(new Set(answers).size).toBe(1);
        }
        // One key has created the page's bookmark; the others have found it.
        for (const page of pages) {
          const creators = good.filter((one) => one.page === page && one.status === 201);
          expect(new Set(creators.map(({ key }) => key)).size).toBe(1);
        }
        const refused = saved.filter(({ status }) => status >= 300);
        expect(refused.filter(({ status }) => status !== 409)).toEqual([]);
        expect([kept, messages]).toEqual([pages.size, pages.size]);
      }),
      runs(50),
    );
  });

  it("saves and deletes of one page create once for each key, and keep a bookmark that was not deleted", async () => {
    await fc.assert(
      fc.asyncProperty(savesAndDeletes, order, async (requested, choices) => {
        const { saved, deleted, kept, messages } = await interleaved(requested, choices);
        const creators = new Set(saved.filter(({ status }) => status === 201).map(({ key }) => key));
        expect({ kept, messages }).toEqual({ kept: creators.size - deleted, messages: creators.size });
        expect(saved.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
      }),
      runs(50),
    );
  });
});
