import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { LimitedUse } from "../../../lambdas/shared/idempotency/limited-uses.ts";
import { apiOfEachTest, send, user, world } from "../api-of-tests.ts";
import { pageUrl } from "../bookmarks-world.ts";

apiOfEachTest();

const save = (path: string, more: object = {}, key = randomUUID()) =>
  send({
    route: "POST /v1/bookmarks",
    body: { url: pageUrl(path), ...more },
    user,
    headers: { "idempotency-key": key },
  });

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
  it("may not save another, and may in the next hour under the same key", async () => {
    const key = randomUUID();
    await useUp("saves", 400);
    expect(await save("new", {}, key)).toMatchObject(refused);
    world.clock.forward(3_600_000);
    expect(await save("new", {}, key)).toMatchObject({ status: 201 });
  });

  it("may still read and repeat requests", async () => {
    const key = randomUUID();
    await useUp("saves", 399);
    const first = await save("there", {}, key);
    expect(first.status).toBe(201);
    expect(await save("there", {}, key)).toMatchObject({ status: 201, body: first.body });
    expect(await save("there")).toMatchObject({ status: 200 });
    expect(await save("new")).toMatchObject(refused);
  });

  it("has saved one item where the saving began again", async () => {
    await useUp("saves", 398);
    const create = world.items.create.bind(world.items);
    // Another request has saved the page, and deleted it since.
    world.items.create = async () => {
      world.items.create = create;
      return false;
    };
    expect(await save("one")).toMatchObject({ status: 201 });
    expect(await save("other")).toMatchObject({ status: 201 });
    expect(await save("third")).toMatchObject(refused);
  });

  it("may import, which has a limit of its own", async () => {
    await useUp("saves", 400);
    expect(await save("imported", { created_from: "import" })).toMatchObject({ status: 201 });
  });
});

it("refuses to read bookmarks again after 400 times in an hour", async () => {
  const { body } = await save("again");
  const { id } = body as { id: string };
  await useUp("repeats", 400);
  expect(await send({ route: "POST /v1/bookmarks/{id}/reprocess", params: { id }, user })).toMatchObject(refused);
});

it("answers 600 searches an hour, by words or tags, and every list", async () => {
  await useUp("searches", 599);
  const list = (query: object) => send({ route: "GET /v1/bookmarks", query: query as never, user });
  expect(await list({ q: "words" })).toMatchObject({ status: 200 });
  expect(await list({ q: "words" })).toMatchObject(refused);
  expect(await list({ tag: "tea" })).toMatchObject(refused);
  expect(await list({})).toMatchObject({ status: 200 });
});
