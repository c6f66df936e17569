import { describe, expect, it } from "vitest";
import type { LimitedUse } from "../../lambdas/shared/idempotency/limited-uses.ts";
import { apiOfEachTest, send, user, world } from "./api-of-tests.ts";
import { deckUrl } from "./slides-world.ts";

apiOfEachTest();

const save = (slug?: string) => send({ route: "POST /v1/stocks", body: { url: deckUrl(slug) }, user });

/** Uses up a limit, as so many requests would. */
async function useUp(use: LimitedUse, most: number): Promise<void> {
  for (let count = 0; count < most; count += 1) await world.limits.count(use, user, world.clock.now());
}

const refused = {
  status: 429,
  headers: { "retry-after": expect.stringMatching(/^\d+$/) },
  body: { code: "rate_limited" },
};

describe("a user who has saved 400 items in an hour", () => {
  it("may not save another deck, gets one that is there, and may in the next hour", async () => {
    await useUp("saves", 399);
    expect(await save()).toMatchObject({ status: 201 });
    expect(await save("another")).toMatchObject(refused);
    expect(await save()).toMatchObject({ status: 200 });
    world.clock.forward(3_600_000);
    expect(await save("another")).toMatchObject({ status: 201 });
  });
});

it("refuses to fetch decks again after 400 times in an hour", async () => {
  const { id } = (await save()).body as { id: string };
  await useUp("repeats", 400);
  expect(await send({ route: "POST /v1/stocks/{id}/refetch", params: { id }, user })).toMatchObject(refused);
});
