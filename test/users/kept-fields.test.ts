import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { BOOKMARK_FIELDS } from "../../lambdas/bookmarks/domain/bookmark-fields.ts";
import { STOCK_FIELDS } from "../../lambdas/slides/stock-fields.ts";
import { bookmarksApi, bookmarksWorld, pageUrl } from "../bookmarks/bookmarks-world.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { newUser, testClock } from "../emulators/test-clock.ts";
import { deckUrl, slidesApi, slidesWorld } from "../slides/slides-world.ts";
import { everyPass, usersApi, usersWorld } from "./users-world.ts";

capturedLog();
dynamoOfFile();

const wires = (fields: object) => Object.values(fields).map(({ wire }): string => wire);

/** The items that people save, with every field of theirs that a person may change. */
const KINDS = [
  { plural: "bookmarks", url: pageUrl(), fields: wires(BOOKMARK_FIELDS) },
  { plural: "stocks", url: deckUrl(), fields: wires(STOCK_FIELDS) },
] as const;

const CASES = KINDS.flatMap(({ fields, ...kind }) => fields.map((field) => ({ ...kind, field })));

let from: string;
let to: string;
let api: Readonly<Record<string, ReturnType<typeof slidesApi>>>;
beforeEach(() => {
  isUnlike = false;
  [from, to] = [newUser(), newUser()];
  api = { bookmarks: bookmarksApi(bookmarksWorld(dynamo)), stocks: slidesApi(slidesWorld(dynamo)) };
});

async function save(user: string, { plural, url, field }: (typeof CASES)[number], text: string | null): Promise<void> {
  const own = text === null ? {} : { [field]: value(field, text) };
  const headers = { "idempotency-key": randomUUID() };
  const answer = await api[plural]?.({ route: `POST /v1/${plural}`, user, body: { url, ...own }, headers });
  expect(answer?.status).toBe(201);
}

async function shown(user: string, { plural, field }: (typeof CASES)[number]): Promise<readonly unknown[]> {
  const answer = await api[plural]?.({ route: `GET /v1/${plural}`, user });
  return answer?.body[plural].map((item: Record<string, unknown>) => item[field]);
}

/** A value for each text; of a flag the one that the user writes, unless both users write different ones. */
function value(field: string, text: string): unknown {
  if (field === "starred") return text !== "of now" || !isUnlike;
  if (field === "unread") return text === "of now" && isUnlike;
  if (field === "place")
    return { block: 1, offset: 2, progress: text === "of now" ? 0.9 : 0.5, at: "2026-05-12T03:00:00.000Z" };
  return field === "tags" ? [text] : text;
}

/** Whether both users write something else. */
let isUnlike = false;

async function move(): Promise<void> {
  const clock = testClock();
  clock.forward(1);
  const route = "POST /v1/users/{sub}/move";
  await everyPass(usersApi(usersWorld(dynamo, clock)), { route, params: { sub: from }, body: { to } });
}

describe.each(CASES)("a move of $plural of one address that both users have saved, by $field", (kind) => {
  it("leaves both, where they differ", async () => {
    isUnlike = true;
    await save(from, kind, "of old");
    await save(to, kind, "of now");
    await move();
    expect(await shown(from, kind)).toEqual([value(kind.field, "of old")]);
    expect(await shown(to, kind)).toEqual([value(kind.field, "of now")]);
  });

  it("leaves one, where they are alike", async () => {
    await save(from, kind, "the same");
    await save(to, kind, "the same");
    await move();
    expect(await shown(from, kind)).toEqual([]);
    expect(await shown(to, kind)).toEqual([value(kind.field, "the same")]);
  });

  it("leaves that of the new user alone, where the old one has none", async () => {
    await save(from, kind, null);
    await save(to, kind, "of now");
    await move();
    expect(await shown(from, kind)).toEqual([]);
    expect(await shown(to, kind)).toEqual([value(kind.field, "of now")]);
  });

  it("leaves that of the old user, where the new one has none", async () => {
    await save(from, kind, "of old");
    await save(to, kind, null);
    await move();
    expect([...(await shown(from, kind)), ...(await shown(to, kind))]).toContainEqual(value(kind.field, "of old"));
  });
});
