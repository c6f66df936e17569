import { describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { problem } from "../emulators/feature-api.ts";
import { walk } from "../emulators/http-event.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import type { WireBook } from "./books-world.ts";
import { collector, volume, volumesAnswer } from "./books-world.ts";
import { admin, operatorOfEachTest, send, world } from "./operator-of-tests.ts";

capturedLog();
operatorOfEachTest();

describe("GET /v1/books/{id}", () => {
  const get = (id: string) => send({ route: "GET /v1/books/{id}", params: { id }, user: "alice", groups: [] });

  it("answers a book as the list does, to every user", async () => {
    const google = collector(world, async () => volumesAnswer([volume("known", { title: "Lights" })], 1));
    await admin.create("finds");
    await admin.run("finds", google);
    const { body } = await send({ route: "GET /v1/books", query: {}, user: "alice", groups: [] });
    const [book] = body.books;
    expect(await get(book?.id ?? "")).toMatchObject({ status: 200, body: book });
  });

  it.each(["00000000-0000-8000-8000-000000000000", "no-id"])("answers 404 for %s, which no book has", async (id) => {
    expect(await get(id)).toEqual(problem(404, "not_found"));
  });
});

describe("GET /v1/books", () => {
  const list = (query: Record<string, string>) => send({ route: "GET /v1/books", query, user: "alice", groups: [] });

  it("answers every field of a book to every user", async () => {
    const google = collector(world, async () =>
      volumesAnswer(
        [
          volume("known", {
            title: "Lights",
            subtitle: "Of the coast",
            publisher: "A press",
            publishedDate: "1999-04",
            description: "On <b>lights</b>.",
            industryIdentifiers: [{ type: "ISBN_10", identifier: "4000000012" }],
            language: "ja",
            imageLinks: { thumbnail: "http://books.google.com/content?id=known" },
            infoLink: "http://books.google.com/books?id=known&dq=lighthouses",
          }),
          { kind: "books#volume", id: "bare", volumeInfo: {} },
        ],
        2,
      ),
    );
    await admin.create("finds");
    await admin.run("finds", google);
    const { status, body } = await list({});
    const nothing = {
      isbn_13: null,
      isbn_10: null,
      title: null,
      subtitle: null,
      authors: [],
      publisher: null,
      published_date: null,
      description: null,
      language: null,
      thumbnail_url: null,
      image_url: null,
      info_link: null,
    };
    const seen = { id: expect.any(String), jobs: ["finds"], first_seen_at: at(MINUTE).toISOString() };
    expect([status, body.next_cursor]).toEqual([200, null]);
    expect(body.books).toHaveLength(2);
    expect(body.books).toContainEqual({ ...nothing, ...seen });
    expect(body.books).toContainEqual({
      ...seen,
      isbn_13: "9784000000017",
      isbn_10: "4000000012",
      title: "Lights",
      subtitle: "Of the coast",
      authors: ["An author"],
      publisher: "A press",
      published_date: "1999-04",
      description: "On lights.",
      language: "ja",
      thumbnail_url: "https://books.google.com/content?id=known",
      image_url: null,
      info_link: "https://books.google.com/books?id=known",
    });
  });

  it("lists each book once, even if more are found meanwhile, and those of a job", async () => {
    for (const name of ["even", "odd"]) await admin.create(name, { max_per_run: 3 });
    const found = (name: string) =>
      collector(world, async ({ url }) => {
        const start = Number(new URL(url).searchParams.get("startIndex"));
        return volumesAnswer(
          [0, 1, 2].map((index) => volume(`${name}-${start + index}`)),
          1_000,
        );
      });
    for (const name of ["even", "odd", "even"]) await admin.run(name, found(name));
    const { books, next_cursor: cursor } = (await list({ limit: "4" })).body;
    await admin.run("odd", found("odd"));
    const rest = (await list({ limit: "100", cursor })).body.books;
    const all: readonly WireBook[] = [...books, ...rest];
    expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([9, 9]);
    const even = (await walk<WireBook>((query) => list({ ...query, job: "even" }), "books", 4)).flat();
    expect(even).toEqual(all.filter(({ jobs }) => jobs.includes("even")));
    expect((await list({ job: "nobody's" })).body).toEqual({ books: [], next_cursor: null });
  });
});
