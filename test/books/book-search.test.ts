import { describe, expect, it } from "vitest";
import type { BookFacts } from "../../lambdas/books/domain/book.ts";
import { newBook } from "../../lambdas/books/domain/book.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { operatorOfEachTest, send, world } from "./operator-of-tests.ts";
import { bookFacts } from "./sample-books.ts";

capturedLog();
operatorOfEachTest();

let stored = 0;

/** Stores a book that a job has found, a minute after the previous one. @returns its id */
async function book(changes: Partial<BookFacts>, isbn?: string, job = "birds"): Promise<string> {
  stored += 1;
  const made = newBook(isbn === undefined ? [] : [isbn], bookFacts({ volumeId: `volume-${stored}`, ...changes }));
  await world.books.store(job, [made], at(stored * MINUTE));
  return made.id;
}

const list = (query: Readonly<Record<string, string>>) =>
  send({ route: "GET /v1/books", query, user: "alice", groups: [] });

async function found(query: Readonly<Record<string, string>>): Promise<string[]> {
  return (await list({ limit: "100", ...query })).body.books.map(({ id }: { id: string }) => id);
}

describe("GET /v1/books?q=", () => {
  it.each<[field: string, changes: Partial<BookFacts>, q: string]>([
    ["the title", { title: "日本の野鳥" }, "野鳥 日本"],
    ["an author", { authors: ["A. Writer", "Ｋ・Ｔａｋａｉ"] }, "takai writer"],
    ["the publisher", { publisher: "O'Reilly Media" }, "o'reilly"],
    ["the description", { description: "All about rare birds." }, '"rare birds"'],
    ["the ISBN-13", {}, "9784003101018"],
    ["the ISBN-13 with its hyphens", {}, "978-4-00-310101-8"],
    ["the ISBN-13 with typeset hyphens", {}, "978\u20104\u201300\u2010310101\u20118"],
    ["the beginning of the ISBN-13", {}, "97840031"],
    ["the ISBN-10 with its hyphens", {}, "4-00-310101-4"],
    ["the ISBN-13 in full width", {}, "９７８－４－００－３１０１０１－８"],
  ])("finds by %s", async (_field, changes, q) => {
    await book({ title: "Another" });
    expect(await found({ q })).toEqual([]);
    const id = await book(changes, "4003101014");
    expect(await found({ q })).toEqual([id]);
  });

  it("finds the books of one job, newest first, page by page", async () => {
    const first = await book({ title: "Birds" });
    await book({ title: "Birds of another job" }, undefined, "others");
    const last = await book({ title: "Rare birds" });
    expect(await found({ q: "birds", job: "birds" })).toEqual([last, first]);
    const { body } = await list({ q: "birds", job: "birds", limit: "1" });
    const rest = await list({ q: "birds", job: "birds", limit: "1", cursor: body.next_cursor });
    expect(rest.body).toMatchObject({ books: [{ id: first }], next_cursor: null });
    for (const other of [{ q: "bird", job: "birds" }, { q: "birds" }, { job: "birds" }]) {
      const answer = await list({ ...other, cursor: body.next_cursor } as Record<string, string>);
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_cursor" } });
    }
  });

  it("refuses a q without a word", async () => {
    expect(await list({ q: " " })).toMatchObject({ status: 400, body: { code: "validation_error" } });
  });
});

it("answers 600 searches an hour, and every list", async () => {
  for (let search = 0; search < 600; search += 1) await world.limits.count("searches", "alice", world.clock.now());
  expect(await list({ q: "birds" })).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(await list({})).toMatchObject({ status: 200 });
});
