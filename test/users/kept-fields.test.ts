import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { BOOKMARK_FIELDS } from "../../lambdas/bookmarks/domain/bookmark-fields.ts";
import { STOCK_FIELDS } from "../../lambdas/slides/stock-fields.ts";
import { bookmarksApi, bookmarksWorld, pageUrl } from "../bookmarks/bookmarks-world.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { newUser, testClock } from "../emulators/test-clock.ts";
import { deckUrl, slidesApi, slidesWorld } from "../slides/slides-world.ts";
import { moveUser, usersApi, usersWorld } from "./users-world.ts";

capturedLog();
dynamoOfFile();

/** A field by its name in requests. */
type Wire = Fields[keyof Fields]["wire"];
type Fields = typeof BOOKMARK_FIELDS & typeof STOCK_FIELDS;

const wires = (fields: object) => Object.values(fields).map(({ wire }): Wire => wire);

/** The items that people save, with every field of theirs that a person may change. */
const KINDS = [
  { plural: "bookmarks", addressOf: pageUrl, fields: wires(BOOKMARK_FIELDS) },
  { plural: "stocks", addressOf: deckUrl, fields: wires(STOCK_FIELDS) },
] as const;
const CASES = KINDS.flatMap(({ fields, ...kind }) => fields.map((field) => ({ ...kind, field })));
type Case = (typeof CASES)[number];

const TEXTS = ["of old", "of now"] as const;
const placeAt = (progress: number) => ({ block: 1, offset: 2, progress, at: "2026-05-12T03:00:00.000Z" });

/** Two values of each field, of which the first is not that of an item for which nobody has written one. */
const VALUES: Readonly<Record<Wire, readonly [one: unknown, other: unknown]>> = {
  title: TEXTS,
  note: TEXTS,
  memo: TEXTS,
  tags: [["of old"], ["of now"]],
  starred: [true, false],
  unread: [false, true],
  place: [placeAt(0.5), placeAt(0.9)],
};

let from: string;
let to: string;
let api: Readonly<Record<string, ReturnType<typeof slidesApi>>>;
beforeEach(() => {
  [from, to] = [newUser(), newUser()];
  api = { bookmarks: bookmarksApi(bookmarksWorld(dynamo)), stocks: slidesApi(slidesWorld(dynamo)) };
});

async function save(user: string, name: string, { plural, addressOf, field }: Case, value?: unknown): Promise<void> {
  const body = { url: addressOf(name), ...(value !== undefined && { [field]: value }) };
  const headers = { "idempotency-key": randomUUID() };
  expect((await api[plural]?.({ route: `POST /v1/${plural}`, user, body, headers }))?.status).toBe(201);
}

/** The field of each item that a user has, by the last part of its address. */
async function shown(user: string, { plural, field }: Case): Promise<Readonly<Record<string, unknown>>> {
  const answer = await api[plural]?.({ route: `GET /v1/${plural}`, user });
  const nameOf = ({ url, canonical_url = url }: Record<string, string>) => canonical_url?.split("/").at(-1);
  return Object.fromEntries(answer?.body[plural].map((item: Record<string, string>) => [nameOf(item), item[field]]));
}

it.each(CASES)("a move of $plural that both users have saved leaves both where they differ by $field", async (kind) => {
  const [one, other] = VALUES[kind.field];
  for (const [name, ofOld, ofNow] of [
    ["unlike", one, other],
    ["alike", one, one],
    ["of-now-only", undefined, one],
    ["of-old-only", one, undefined],
  ] as const) {
    await save(from, name, kind, ofOld);
    await save(to, name, kind, ofNow);
  }
  const clock = testClock();
  clock.forward(1);
  await moveUser(usersApi(usersWorld(dynamo, clock)), from, to);
  const { "of-old-only": left, ...old } = await shown(from, kind);
  const { "of-old-only": moved, ...now } = await shown(to, kind);
  expect([old, now]).toEqual([{ unlike: one }, { unlike: other, alike: one, "of-now-only": one }]);
  // It is not lost.
  expect([left, moved]).toContainEqual(one);
});
