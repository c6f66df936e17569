import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import type { HttpAnswer } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { apiOfEachTest, send, user, world } from "../api-of-tests.ts";
import { pageUrl } from "../bookmarks-world.ts";
import { storedItem } from "../processing-world.ts";

apiOfEachTest();

const idOf = (path: string) => derivedId(user, pageUrl(path));

async function save(path: string, fields: object = {}): Promise<HttpAnswer> {
  world.clock.forward(MINUTE);
  const headers = { "idempotency-key": randomUUID() };
  return send({ route: "POST /v1/bookmarks", user, headers, body: { url: pageUrl(path), ...fields } });
}

function one(method: "GET" | "DELETE", path: string): Promise<HttpAnswer> {
  return send({ route: `${method} /v1/bookmarks/{id}`, user, params: { id: idOf(path) } });
}

function change(path: string, body: object): Promise<HttpAnswer> {
  return send({ route: "PATCH /v1/bookmarks/{id}", user, params: { id: idOf(path) }, body });
}

function merge(path: string, into: string, by = user): Promise<HttpAnswer> {
  world.clock.forward(MINUTE);
  return send({
    route: "POST /v1/bookmarks/{id}/merge",
    user: by,
    params: { id: idOf(path) },
    body: { into: idOf(into) },
  });
}

/** Does something before the table's write of a number, as another request would. */
function beforeWrite(number: number, act: () => Promise<unknown>): void {
  const { items } = world;
  let writes = 0;
  for (const name of ["saveChanges", "delete"] as const) {
    const write = items[name].bind(items) as (...sent: unknown[]) => Promise<never>;
    items[name] = async (...sent: unknown[]) => {
      writes += 1;
      if (writes === number) await act();
      return write(...sent);
    };
  }
}

describe("merging a bookmark into another one", () => {
  it("returns the remaining one, with both notes, all own tags and the earliest date; the other one is deleted", async () => {
    await save("short", { title: "Short", note: "from the phone", tags: ["birds"] });
    await save("long", { note: "from the desk", tags: ["owls", "Birds"] });
    const answer = await merge("short", "long");
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: idOf("long"),
        url: pageUrl("long"),
        title: "Short",
        note: "from the desk\n\nfrom the phone",
        tags: ["owls", "Birds"],
        created_at: "2026-11-20T03:01:00.000Z",
        updated_at: "2026-11-20T03:03:00.000Z",
      },
    });
    expect((await one("GET", "long")).body).toEqual(answer.body);
    expect((await one("GET", "short")).status).toBe(404);
    for (const query of [{}, { q: "phone" }, { q: "Short" }, { tag: "birds" }]) {
      const list = await send({ route: "GET /v1/bookmarks", user, query });
      expect(list.body.bookmarks).toEqual([answer.body]);
    }
  });

  it("costs two writes and two reads", async () => {
    await save("short");
    await save("long");
    dynamo.consumed.length = 0;
    await merge("short", "long");
    const commands = dynamo.consumed.map(({ command, units }) => [command, units]);
    expect(commands).toEqual([
      ["GetItemCommand", 1],
      ["GetItemCommand", 1],
      ["UpdateItemCommand", 1],
      ["UpdateItemCommand", 1],
    ]);
  });

  it("includes concurrent changes of both", async () => {
    await save("short", { note: "old" });
    await save("long");
    beforeWrite(1, () => change("long", { note: "late" }));
    expect((await merge("short", "long")).body).toMatchObject({ note: "late\n\nold" });

    await save("another", { tags: ["a"], note: "new" });
    beforeWrite(2, () => change("another", { tags: ["b"], title: "Another", note: "newest" }));
    expect((await merge("another", "long")).body).toMatchObject({
      title: "Another",
      tags: ["b"],
      note: "late\n\nold\n\nnewest",
    });

    await save("third", { note: "third" });
    // Both changes: the copied fields stay, since they were written to the one that stays.
    beforeWrite(2, async () => {
      await change("long", { note: "all new" });
      await change("third", { note: "the third" });
    });
    expect((await merge("third", "long")).body).toMatchObject({ note: "all new\n\nthe third" });
  });

  it("leaves one of two that are merged into each other", async () => {
    await save("short", { note: "one" });
    await save("long", { note: "two" });
    beforeWrite(2, () => merge("long", "short"));
    expect(await merge("short", "long")).toMatchObject({ status: 400, body: { code: "same_bookmark" } });
    expect((await one("GET", "short")).body).toMatchObject({ note: expect.stringMatching(/one.*two|two.*one/s) });
    expect((await one("GET", "long")).status).toBe(404);
  });

  it.each([
    [4, 200],
    [5, 503],
  ])("is tried again when they change %i times, and answered %i", async (times, status) => {
    await save("short", { note: "once" });
    await save("long");
    const { saveChanges } = world.items;
    let left = times;
    world.items.saveChanges = async (...args) => {
      left -= 1;
      return left < 0 ? saveChanges.apply(world.items, args) : null;
    };
    const answer = await merge("short", "long");
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body).toMatchObject({ id: idOf("long"), note: "once" });
    else expect(answer.body).toMatchObject({ code: "temporarily_unavailable" });
  });
});

describe("the address of a merged bookmark", () => {
  it("returns the remaining one under any key, even after further merges", async () => {
    const first = await save("a");
    await save("b");
    await save("c");
    const { body } = await merge("a", "b");
    expect(await save("a", { note: "not taken" })).toMatchObject({ status: 200, body });
    expect(world.queue.sent).toHaveLength(3);
    const last = await merge("b", "c");
    for (const path of ["a", "b", "c"]) expect(await save(path)).toMatchObject({ status: 200, body: last.body });
    expect(first.status).toBe(201);
    // The requested merge is already done.
    expect(await merge("a", "b")).toMatchObject({ status: 200, body: last.body });
    expect(await merge("a", "c")).toMatchObject({ status: 200, body: last.body });
  });

  it("is free for a new bookmark when the remaining one is deleted", async () => {
    await save("a");
    await save("b");
    await merge("a", "b");
    await one("DELETE", "b");
    const again = await save("a");
    expect(again).toMatchObject({ status: 201, body: { id: idOf("a") } });
    expect(await save("b")).toMatchObject({ status: 201 });
    expect(await save("a")).toMatchObject({ status: 200, body: { id: idOf("a") } });
    await one("DELETE", "a");
    expect(await save("a")).toMatchObject({ status: 201, body: { id: idOf("a") } });
  });

  it("is not taken back by a request that had not seen the merge", async () => {
    await save("b");
    const { create } = world.items;
    world.items.create = async (...sent) => {
      world.items.create = create;
      await save("a");
      await merge("a", "b");
      return create.apply(world.items, sent);
    };
    expect(await save("a")).toMatchObject({ status: 200, body: { id: idOf("b") } });
  });

  it("is kept for good, unlike the tombstone of a deleted bookmark", async () => {
    await save("a");
    await save("b");
    await merge("a", "b");
    await save("c");
    await one("DELETE", "c");
    const stored = await Promise.all(["a", "c"].map((path) => storedItem(dynamo, user, idOf(path))));
    expect(stored).toEqual([
      expect.objectContaining({ merged_into: idOf("b"), deleted_at: expect.any(String) }),
      expect.objectContaining({ expires_at: expect.any(Number) }),
    ]);
    expect(stored[0]).not.toHaveProperty("expires_at");
    // Only the reference to the other bookmark is left, and for a week the text.
    expect(Object.keys(stored[0] ?? {}).sort()).toEqual([
      "content_folder",
      "creations",
      "deleted_at",
      "deletion_id",
      "id",
      "merged_into",
      "pending_partition",
      "reconcile_at",
      "updated_at",
      "user_id",
    ]);
  });
});

describe("a merge that can't be", () => {
  const NONE = "There is no bookmark with this id.";
  const NONE_STAYS = "There is no bookmark to merge into with this id.";
  it.each<[string, string, number, string, string]>([
    ["a", "a", 400, "same_bookmark", "A bookmark can't be merged into itself."],
    ["a", "none", 404, "not_found", NONE_STAYS],
    ["none", "a", 404, "not_found", NONE],
    ["a", "deleted", 404, "not_found", NONE_STAYS],
    ["deleted", "a", 404, "not_found", NONE],
    // It represents the one that it was merged into.
    ["a", "merged", 400, "same_bookmark", "The other bookmark was merged into this one."],
    ["merged", "other", 404, "not_found", NONE],
  ])("of %s into %s is refused, and changes nothing", async (path, into, status, code, detail) => {
    for (const each of ["a", "deleted", "merged", "other"]) await save(each, { note: each });
    await one("DELETE", "deleted");
    await merge("merged", "a");
    const before = await send({ route: "GET /v1/bookmarks", user });
    expect(await merge(path, into)).toMatchObject({ status, body: { code, detail } });
    expect((await send({ route: "GET /v1/bookmarks", user })).body).toEqual(before.body);
  });

  it("is that of too much, of no id, or of another user's", async () => {
    await save("a", { note: "a".repeat(5_000) });
    await save("b", { note: "b" });
    expect(await merge("a", "b")).toMatchObject({ status: 409, body: { code: "merge_too_large" } });
    const route = "POST /v1/bookmarks/{id}/merge";
    const into = { into: idOf("b") };
    expect(await send({ route, user, params: { id: "none" }, body: into })).toMatchObject({ status: 404 });
    expect(await send({ route, user, params: { id: idOf("a") }, body: { into: "none" } })).toMatchObject({
      status: 404,
      body: { detail: "There is no bookmark to merge into with this id." },
    });
    expect(await merge("a", "b", "somebody-else")).toMatchObject({ status: 404 });
  });
});
