import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Book } from "../../../lambdas/books/domain/book.ts";
import { newBook } from "../../../lambdas/books/domain/book.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { walk } from "../../emulators/http-event.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { operatorOfEachTest, send, world } from "../operator-of-tests.ts";
import { bookFacts } from "../sample-books.ts";

capturedLog();
operatorOfEachTest();

const book = (index: number) => newBook([], bookFacts({ title: `Birds ${index}`, volumeId: `volume-${index}` }));
const books = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => book(from + index));

async function items() {
  const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "books" }));
  return Items;
}

const page = (query: Readonly<Record<string, string>>) =>
  send({ route: "GET /v1/books", query, user: "alice", groups: [] });

const idsOf = (found: readonly Book[]) => found.map(({ id }) => id).sort();

describe("the books", () => {
  it("lie in four partitions", async () => {
    await world.books.store("birds", books(0, 40), at(0));
    expect(new Set((await items()).map(({ pk }) => pk))).toEqual(new Set(["books#0", "books#1", "books#2", "books#3"]));
  });

  it("of all partitions are listed as one, the newest first, by job and by words, too", async () => {
    await world.books.store("old", books(0, 15), at(MINUTE));
    await world.books.store("new", [book(3)], at(2 * MINUTE));
    for (let index = 15; index < 35; index += 1) await world.books.store("new", [book(index)], at(index * MINUTE));
    const newest = books(15, 35).reverse();
    const ofNew = [...newest, book(3)].map(({ id }) => id);
    for (const query of [{}, { job: "new" }, { q: "birds" }, { q: "birds", job: "new" }]) {
      for (const limit of [4, 7, 100]) {
        const pages = await walk<Book>((asked) => page({ ...query, ...asked }), "books", limit);
        const walked = pages.flat().map(({ id }) => id);
        expect({ query, walked: walked.slice(0, 20) }).toEqual({ query, walked: newest.map(({ id }) => id) });
        expect(walked.toSorted()).toEqual("job" in query ? ofNew.toSorted() : idsOf(books(0, 35)));
      }
    }
  });

  it("that a job finds again cost at most a read each", async () => {
    const found = books(0, 40);
    await world.books.store("new", found, at(0));
    dynamo.consumed.length = 0;
    expect(await world.books.store("new", found, at(MINUTE))).toEqual({ stored: 0, allKnown: true, coversDue: [] });
    expect(dynamo.consumed.reduce((sum, { units }) => sum + (units ?? 0), 0)).toBeLessThanOrEqual(40);
  });

  it("cost about as much as the page that they show", async () => {
    for (let index = 0; index < 10; index += 1) {
      await world.books.store("birds", books(index * 40, (index + 1) * 40), at(index * MINUTE));
    }
    dynamo.consumed.length = 0;
    expect(await page({ limit: "20" })).toMatchObject({ status: 200 });
    // A read of each partition, and of one or two of them another; a few small books a unit.
    expect(dynamo.consumed.length).toBeLessThanOrEqual(8);
    expect(dynamo.consumed.reduce((sum, { units }) => sum + (units ?? 0), 0)).toBeLessThanOrEqual(8);
  });
});
