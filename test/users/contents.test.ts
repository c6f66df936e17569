import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { deletedContents } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import type { BookmarksWorld } from "../bookmarks/bookmarks-world.ts";
import { bookmarksApi, bookmarksWorld, pageUrl, pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { fetchedPage, processingWorker } from "../bookmarks/processing-world.ts";
import { lostAnswer } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { PictureBucket } from "../shared/pictures/picture-bucket.ts";
import { deleteUser, moveUser, usersApi, usersWorld } from "./users-world.ts";

capturedLog();
dynamoOfEachTest();

let world: BookmarksWorld;
let send: ReturnType<typeof usersApi>;
beforeEach(() => {
  world = bookmarksWorld(dynamo);
  send = usersApi(usersWorld(dynamo, world.clock, world.bucket));
});

const asUser = (user: string, route: string, id: string) => bookmarksApi(world)({ route, user, params: { id } });
const text = async (user: string, id: string) =>
  (await asUser(user, "GET /v1/bookmarks/{id}/content", id)).body.html as string | undefined;
const deleted = (user: string, id: string) => asUser(user, "DELETE /v1/bookmarks/{id}", id);

async function saved(user: string, said: string, meanwhile = async () => undefined as unknown): Promise<string> {
  const headers = { "idempotency-key": randomUUID() };
  const { body } = await bookmarksApi(world)({ route: "POST /v1/bookmarks", user, body: { url: pageUrl() }, headers });
  await processingWorker(world, async () => {
    await meanwhile();
    return fetchedPage({ body: Buffer.from(`<p>${said}`) });
  }).receive(world.queue.sent.at(-1)?.message);
  return body.id;
}

const movedId = async () =>
  (await bookmarksApi(world)({ route: "GET /v1/bookmarks", user: "new" })).body.bookmarks[0]?.id as string;

describe("the texts of a person who is deleted", () => {
  it("are gone, those of deleted bookmarks too, and those of others stay", async () => {
    await saved("mia", "hers");
    const other = await saved("zoe", "another's");
    await deleteUser(send, "mia");
    expect(await text("zoe", other)).toBe("<p>another's</p>");
    expect(world.bucket.keys()).toHaveLength(1);
    await deleted("zoe", other);
    await deleteUser(send, "zoe");
    expect(world.bucket.keys()).toEqual([]);
  });

  it("are not deleted more at once than a client of AWS has sockets", async () => {
    const saves = Array.from({ length: 60 }, (_, index) =>
      world.items.create(pendingBookmark("mia", { canonicalUrl: pageUrl(String(index)) }), `creation-${index}`),
    );
    await Promise.all(saves);
    let [now, most] = [0, 0];
    world.contents.empty = async () => {
      now += 1;
      most = Math.max(most, now);
      await setImmediate();
      now -= 1;
    };
    await deleteUser(send, "mia");
    // In each of two buckets.
    expect([most > 1, most <= 25]).toEqual([true, true]);
  });

  it("are gone when a worker is at work meanwhile", async () => {
    await saved("mia", "hers", () => deleteUser(send, "mia"));
    expect(world.bucket.keys()).toEqual([]);
  });

  it("are gone when a worker has kept one between the deletion of the files and that of the bookmarks", async () => {
    const headers = { "idempotency-key": randomUUID() };
    await bookmarksApi(world)({ route: "POST /v1/bookmarks", user: "mia", body: { url: pageUrl() }, headers });
    const message = world.queue.sent.at(-1)?.message;
    let hasKept = false;
    const client = interceptedClient(dynamo, async ({ command }, forward) => {
      if (command === "BatchWriteItemCommand" && !hasKept) {
        hasKept = await processingWorker(world, async () => fetchedPage({ body: Buffer.from("<p>hers") })).receive(
          message,
        );
        expect(world.bucket.keys()).toHaveLength(1);
      }
      return forward();
    });
    await deleteUser(usersApi(usersWorld({ client }, world.clock, world.bucket)), "mia");
    expect([hasKept, world.bucket.keys()]).toEqual([true, []]);
  });
});

describe("the texts of a person who is moved", () => {
  it("are the new user's, and go with the new user's bookmark", async () => {
    const id = await saved("old", "said");
    const before = world.bucket.keys();
    await moveUser(send, "old", "new");
    expect(await text("old", id)).toBeUndefined();
    expect(await text("new", await movedId())).toBe("<p>said</p>");
    expect(world.bucket.keys()).toEqual(before);
    await deleted("new", await movedId());
    world.clock.forward(7 * 24 * 3_600_000);
    const files = deletedContents(dynamo.client, "bookmarks", {
      contents: world.contents,
      pictures: new PictureBucket().store,
    });
    for (const key of await files.overdue(world.clock.now(), 10)) await files.remove(key);
    expect(world.bucket.keys()).toEqual([]);
  });

  /** A move whose process is gone from a call on. */
  async function killedMove(isGone: (calls: number, command: string) => boolean): Promise<void> {
    let [calls, gone] = [0, false];
    const client = interceptedClient(
      dynamo,
      async ({ command }, forward) => {
        calls += 1;
        gone ||= isGone(calls, command);
        if (gone) throw lostAnswer();
        return forward();
      },
      1,
    );
    const killed = usersApi(usersWorld({ client }, world.clock, world.bucket));
    await moveUser(killed, "old", "new").catch(() => undefined);
    world.clock.forward(1);
  }

  it.each([2, 3, 4, 5, 6])("stay when the move is killed before call %i, and completed", async (last) => {
    await saved("old", "said");
    world.clock.forward(1);
    await killedMove((calls) => calls === last);
    await moveUser(send, "old", "new");
    expect(await text("new", await movedId())).toBe("<p>said</p>");
  });

  it("stay when the copy was deleted, and the old user has changed the bookmark since", async () => {
    const id = await saved("old", "said");
    world.clock.forward(1);
    await killedMove((_calls, command) => command === "DeleteItemCommand");
    expect((await deleted("new", await movedId())).status).toBe(204);
    world.clock.forward(1);
    const change = { route: "PATCH /v1/bookmarks/{id}", params: { id }, body: { title: "Mine" } };
    expect((await bookmarksApi(world)({ ...change, user: "old" })).status).toBe(200);
    world.clock.forward(1);
    await moveUser(send, "old", "new");
    expect(await text("new", await movedId())).toBe("<p>said</p>");
  });

  it("stay with a copy that the new user has changed when the old user deletes the bookmark", async () => {
    const id = await saved("old", "said");
    world.clock.forward(1);
    await killedMove((_calls, command) => command === "DeleteItemCommand");
    const copy = await movedId();
    const change = { route: "PATCH /v1/bookmarks/{id}", params: { id: copy }, body: { title: "Mine" } };
    expect((await bookmarksApi(world)({ ...change, user: "new" })).status).toBe(200);
    await deleted("old", id);
    world.clock.forward(1);
    await moveUser(send, "old", "new");
    expect(await text("new", copy)).toBe("<p>said</p>");
  });

  it("of a page that the new user has, too, are those of the new user", async () => {
    await saved("old", "once");
    const id = await saved("new", "twice");
    await moveUser(send, "old", "new");
    expect(await text("new", id)).toBe("<p>twice</p>");
    expect(world.bucket.keys()).toHaveLength(1);
  });

  it("take the place of those that the new user has deleted", async () => {
    await saved("old", "said");
    await deleted("new", await saved("new", "not wanted"));
    await moveUser(send, "old", "new");
    expect(await text("new", await movedId())).toBe("<p>said</p>");
    expect(world.bucket.keys()).toHaveLength(1);
  });

  it("are gone if their bookmarks were deleted", async () => {
    await deleted("old", await saved("old", "not wanted"));
    await moveUser(send, "old", "new");
    expect(world.bucket.keys()).toEqual([]);
  });
});

it("a text is found under its person's id, and under no other", async () => {
  const params = { sub: "mia", id: await saved("mia", "hers") };
  const route = "GET /v1/users/{sub}/bookmarks/{id}/content";
  expect((await send({ route, params })).body).toMatchObject({ id: params.id, html: "<p>hers</p>" });
  expect((await send({ route, params: { ...params, sub: "zoe" } })).status).toBe(404);
});
