import { beforeEach, describe, expect, it } from "vitest";
import { bookmarkTable } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { encodeCursor } from "../../lambdas/shared/http/pagination.ts";
import { stockTable } from "../../lambdas/slides/stock-table.ts";
import type { UsersServices } from "../../lambdas/users/operations.ts";
import { bookmarksApi, bookmarksWorld, pageUrl, pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import { at, MINUTE, newUser, testClock } from "../emulators/test-clock.ts";
import { deckUrl, pendingStock, slidesApi, slidesWorld } from "../slides/slides-world.ts";
import { usersApi, usersWorld } from "./users-world.ts";

const log = capturedLog();
dynamoOfFile();

let services: UsersServices;
let send: ReturnType<typeof usersApi>;
let sub: string;
let other: string;
beforeEach(() => {
  services = usersWorld(dynamo, testClock());
  send = usersApi(services);
  [sub, other] = [newUser(), newUser()];
});

const invalidCursor = expect.objectContaining({
  status: 400,
  body: expect.objectContaining({ code: "invalid_cursor" }),
});

const saveBookmark = (user: string, number: number) =>
  bookmarkTable(dynamo.client, "bookmarks").create(
    pendingBookmark(user, { canonicalUrl: pageUrl(String(number)), now: at(number * MINUTE) }),
    "creation-1",
  );
const saveStock = (user: string, number: number) =>
  stockTable(dynamo.client, "stocks").create(
    pendingStock(user, { canonicalUrl: deckUrl(String(number)), now: at(number * MINUTE) }),
    "creation-1",
  );

const KINDS = [
  { plural: "bookmarks", save: saveBookmark, own: () => bookmarksApi(bookmarksWorld(dynamo)) },
  { plural: "stocks", save: saveStock, own: () => slidesApi(slidesWorld(dynamo)) },
] as const;

describe.each(KINDS)("an administrator's list of a user's $plural", ({ plural, save, own }) => {
  const list = (query: Record<string, string> = {}, user = sub) =>
    send({ route: `GET /v1/users/{sub}/${plural}`, params: { sub: user }, query });

  it("shows them page by page as the user sees them, newest first, and nobody else's", async () => {
    for (const number of [1, 2, 3]) await save(sub, number);
    await save(other, 4);
    const { body: expected } = await own()({ route: `GET /v1/${plural}`, user: sub });
    expect(expected[plural]).toHaveLength(3);
    const first = await list({ limit: "2" });
    const second = await list({ limit: "2", cursor: first.body.next_cursor });
    expect([first.body[plural], second.body]).toEqual([
      expected[plural].slice(0, 2),
      { [plural]: expected[plural].slice(2), next_cursor: null },
    ]);
    const read = { data: plural, owner_id: sub, user_id: "root", correlation_id: expect.any(String) };
    expect(log.lines("user_data_read")).toMatchObject([read, read]);
  });

  it("takes its own cursors of this user only", async () => {
    for (const number of [1, 2]) await save(sub, number);
    const { next_cursor: cursor } = (await list({ limit: "1" })).body;
    expect(await list({ cursor }, other)).toEqual(invalidCursor);
    const elsewhere = plural === "stocks" ? "bookmarks" : "stocks";
    const route = `GET /v1/users/{sub}/${elsewhere}`;
    expect(await send({ route, params: { sub }, query: { cursor } })).toEqual(invalidCursor);
    expect(await own()({ route: `GET /v1/${plural}`, user: sub, query: { cursor } })).toEqual(invalidCursor);
  });
});

it.each([
  ["", 400],
  ["a".repeat(255), 200],
  ["a".repeat(256), 400],
])("a user is named by 1 to 255 characters: case %#", async (name, status) => {
  const params = { sub: name };
  expect((await send({ route: "GET /v1/users/{sub}/bookmarks", params })).status).toBe(status);
  expect((await send({ route: "POST /v1/users/{sub}/delete", params })).status).toBe(status);
  const body = { to: name };
  expect((await send({ route: "POST /v1/users/{sub}/move", params: { sub }, body })).status).toBe(status);
});

/** The pages of a deletion or a move. */
async function pagesOf(verb: "delete" | "move", body: object = {}): Promise<HttpAnswer["body"][]> {
  const pages: HttpAnswer["body"][] = [];
  for (let cursor: string | null | undefined; cursor !== null && pages.length < 20; ) {
    const request = { route: `POST /v1/users/{sub}/${verb}`, params: { sub }, requestId: "request-7" };
    const page = await send({ ...request, user: "root", body: { ...body, ...(cursor && { cursor }) } });
    expect(page.status).toBe(200);
    pages.push(page.body);
    cursor = page.body.next_cursor;
  }
  return pages;
}

describe("the pages of a deletion", () => {
  it("are of all data in their order, say how much they deleted, and are logged with who asked for them", async () => {
    for (let number = 0; number < 26; number += 1) await saveBookmark(sub, number);
    await saveStock(sub, 1);
    const pages = (await pagesOf("delete")).map(({ data, deleted }) => ({ data, deleted }));
    expect(pages).toEqual([
      { data: "bookmarks", deleted: 25 },
      { data: "bookmarks", deleted: 1 },
      { data: "page_checks", deleted: 0 },
      { data: "stocks", deleted: 1 },
      { data: "subscriptions", deleted: 0 },
      { data: "idempotency_keys", deleted: 0 },
    ]);
    expect(log.lines("user_data_deleted")).toEqual(
      pages.map((page) =>
        expect.objectContaining({ ...page, user_id: "root", owner_id: sub, correlation_id: "request-7" }),
      ),
    );
  });
});

describe("the pages of a move", () => {
  it("concern data that do not expire by themselves, and are logged with the caller", async () => {
    for (let number = 0; number < 26; number += 1) await saveBookmark(sub, number);
    await saveStock(sub, 1);
    // Both users have a memo for this one.
    const stocks = stockTable(dynamo.client, "stocks");
    await stocks.create(pendingStock(sub, { memo: "mine of old" }), "creation-1");
    await stocks.create(pendingStock(other, { memo: "mine of now" }), "creation-2");
    const pages = (await pagesOf("move", { to: other })).map(({ next_cursor: _, ...page }) => page);
    expect(pages).toEqual([
      { data: "bookmarks", moved: 25, changed: 0, kept: [] },
      { data: "bookmarks", moved: 1, changed: 0, kept: [] },
      { data: "page_checks", moved: 0, changed: 0, kept: [] },
      { data: "stocks", moved: 1, changed: 0, kept: [deckUrl()] },
      { data: "subscriptions", moved: 0, changed: 0, kept: [] },
    ]);
    expect(log.lines("user_data_moved")).toEqual(
      pages.map(({ data, moved, kept }) =>
        expect.objectContaining({
          data,
          moved,
          kept: kept.length,
          user_id: "root",
          owner_id: sub,
          correlation_id: "request-7",
        }),
      ),
    );
  });

  it("are of one user and one new user, who is another one", async () => {
    const move = (to: string, cursor?: string, from = sub) =>
      send({ route: "POST /v1/users/{sub}/move", params: { sub: from }, body: { to, ...(cursor && { cursor }) } });
    const remove = (cursor?: string, user = sub) =>
      send({ route: "POST /v1/users/{sub}/delete", params: { sub: user }, body: cursor ? { cursor } : {} });
    const { next_cursor: ofMove } = (await move(other)).body;
    const { next_cursor: ofDeletion } = (await remove()).body;
    const refused = [move(newUser(), ofMove), move(other, ofMove, newUser()), move(other, ofDeletion)];
    refused.push(remove(ofMove), remove(ofDeletion, newUser()));
    expect(await Promise.all(refused)).toEqual(Array(5).fill(invalidCursor));
    expect(await move(sub)).toMatchObject({ status: 400, body: { code: "same_user" } });
  });
});

it.each([
  { name: "nothing", position: null },
  // What expires by itself is not moved.
  { name: "idempotency_keys", position: null },
])("a cursor of data that is not moved is of another release: $name", async (place) => {
  const cursor = encodeCursor(place, ["users", "move", sub, other]);
  const answer = await send({ route: "POST /v1/users/{sub}/move", params: { sub }, body: { to: other, cursor } });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: "invalid_cursor", detail: expect.stringMatching("another release") },
  });
});
