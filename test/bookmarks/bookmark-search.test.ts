import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bookmark, PageFacts } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { fetchedTexts, ownTagTexts, ownTexts } from "../../lambdas/bookmarks/domain/bookmark-search.ts";
import { failProcessing } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { at, MINUTE, newUser } from "../emulators/test-clock.ts";
import { turnstile } from "../emulators/turnstile.ts";
import { runs } from "../load.ts";
import { apiOfEachTest, send, user, world } from "./api-of-tests.ts";
import { bookmarksApi, bookmarksWorld, pageUrl, pendingBookmark } from "./bookmarks-world.ts";
import { storedItem } from "./processing-world.ts";

capturedLog();
apiOfEachTest();

const NOTHING: PageFacts = {
  pageTitle: null,
  siteName: null,
  author: null,
  language: null,
  summary: null,
  tags: [],
  summaryBy: "test",
};

interface Texts extends Partial<PageFacts>, Partial<Pick<Bookmark, "title" | "note" | "userTags">> {
  readonly url?: string;
}

let saved = 0;

/** A bookmark that was read, a minute newer than the previous one. @returns its id */
async function bookmark({ url, title = null, note = null, userTags = null, ...facts }: Texts = {}): Promise<string> {
  saved += 1;
  const address = url ?? pageUrl(String(saved));
  const now = at(saved * MINUTE);
  const made: Bookmark = { ...pendingBookmark(user, { canonicalUrl: address, now }), title, note, userTags };
  await world.items.create(made, "creation-1");
  await world.items.complete(made, { ...NOTHING, ...facts }, { workId: "processing-1", now });
  return made.id;
}

const list = (query: Readonly<Record<string, string | readonly string[]>>, asUser = user) =>
  send({ route: "GET /v1/bookmarks", query, user: asUser });

async function found(query: Readonly<Record<string, string | readonly string[]>>): Promise<string[]> {
  const { body } = await list({ limit: "100", ...query });
  return body.bookmarks.map(({ id }: { id: string }) => id);
}

const patch = (id: string, body: unknown, api = send) =>
  api({ route: "PATCH /v1/bookmarks/{id}", params: { id }, body, user });

describe("GET /v1/bookmarks?q=", () => {
  it.each<[field: string, texts: Texts, q: string]>([
    ["the title", { title: "Rare birds", pageTitle: "Something else" }, "rare birds"],
    ["the page's title", { pageTitle: "Rare birds" }, "birds"],
    ["the note", { note: "読む：珍しい鳥" }, "珍しい鳥"],
    ["the summary", { summary: "It is about rare birds." }, '"about rare"'],
    ["the summary's tags", { tags: ["ornithology"] }, "ornith"],
    ["the user's tags", { userTags: ["珍しい鳥"], tags: ["ornithology"] }, "鳥"],
    ["the site", { siteName: "Bird Watch" }, "bird watch"],
    ["the author", { author: "Ｒａｒｅ Author" }, "rare"],
    ["the address", { url: "https://birds.example/a/rare-one?x=1" }, "birds.example/a rare-one"],
    [
      "several fields at once",
      { title: "Rare", note: "鳥", summary: "Words." },
      "words 鳥 rare birds-and-bees.example",
    ],
  ])("finds by %s", async (field, texts, q) => {
    await bookmark({ title: "Another", note: "one" });
    const url = field === "several fields at once" ? { url: "https://birds-and-bees.example/" } : {};
    expect(await found({ q })).toEqual([]);
    const id = await bookmark({ ...url, ...texts });
    expect(await found({ q })).toEqual([id]);
  });

  it("does not find by the page's title or tags when the user's hide them", async () => {
    const id = await bookmark({ title: "", userTags: [], pageTitle: "Rare birds", tags: ["ornithology"] });
    expect([
      await found({ q: "birds" }),
      await found({ q: "ornithology" }),
      await found({ tag: "ornithology" }),
    ]).toEqual([[], [], []]);
    await patch(id, { title: null, tags: null });
    expect(await found({ q: "birds ornithology", tag: "Ornithology" })).toEqual([id]);
  });

  it("finds only the user's own, newest first, and no deleted ones", async () => {
    const [first, second, third] = [await bookmark(), await bookmark(), await bookmark()];
    await send({ route: "DELETE /v1/bookmarks/{id}", params: { id: second }, user });
    expect(await found({ q: "blog.example" })).toEqual([third, first]);
    expect((await list({ q: "blog.example" }, newUser())).body.bookmarks).toEqual([]);
  });

  it("reads no bookmark whose texts in the index don't match", async () => {
    await bookmark({ title: "Common" });
    dynamo.requests.length = 0;
    expect(await found({ q: "rare" })).toEqual([]);
    expect(dynamo.requests).toEqual(["QueryCommand"]);
  });

  it("finds by status as well", async () => {
    const done = await bookmark({ title: "Rare birds" });
    const failed = pendingBookmark(user, { canonicalUrl: pageUrl("rare"), now: at(999 * MINUTE) });
    await world.items.create(failed, "creation-1");
    const failure = { jobType: "extraction", code: "not_found", retryable: false } as const;
    await failProcessing(world.items, failed, failure, { workId: "processing-1", now: at(0) });
    expect(await found({ q: "rare", status: "failed" })).toEqual([failed.id]);
    expect(await found({ q: "rare", status: "done" })).toEqual([done]);
    expect(await found({ q: "rare" })).toEqual([failed.id, done]);
  });

  it("refuses a cursor of another search", async () => {
    for (let number = 0; number < 3; number += 1) await bookmark({ note: "鳥", userTags: ["a", "b"] });
    const query = { q: "鳥", tag: ["a", "b"], limit: "1" };
    const { next_cursor: cursor } = (await list(query)).body;
    expect(await list({ ...query, cursor })).toMatchObject({ status: 200 });
    const others = [{ q: "魚" }, { tag: ["a"] }, { tag: ["b", "a"] }, { q: "鳥 ", tag: [] }, { status: "done" }];
    for (const other of others) {
      expect(await list({ ...query, ...other, cursor })).toMatchObject({
        status: 400,
        body: { code: "invalid_cursor" },
      });
    }
    expect(await list({ cursor })).toMatchObject({ status: 400, body: { code: "invalid_cursor" } });
  });

  it.each([
    ["q", { q: "" }],
    ["q", { q: "a".repeat(201) }],
    ["q", { q: " " }],
    ["tag.0", { tag: "" }],
    ["tag", { tag: Array.from({ length: 21 }, String) }],
  ])("refuses an invalid search: %s", async (path, query) => {
    const errors = [{ path: `query.${path}`, message: expect.any(String) }];
    expect(await list(query)).toMatchObject({ status: 400, body: { code: "validation_error", errors } });
  });
});

describe("GET /v1/bookmarks?tag=", () => {
  it("compares whole tags, including commas, without case and width, and requires every tag", async () => {
    const one = await bookmark({ tags: ["Web Design", "東京"] });
    const both = await bookmark({ userTags: ["web design", "a,b", "東京"] });
    expect(await found({ tag: "ＷＥＢ design" })).toEqual([both, one]);
    expect(await found({ tag: ["web design", "a,b"] })).toEqual([both]);
    expect(await found({ tag: "a,b" })).toEqual([both]);
    expect(await found({ tag: ["東京", "Web Design"], q: "東" })).toEqual([both, one]);
    for (const tag of ["web", "東", "a", ["東京", "web"]]) expect(await found({ tag })).toEqual([]);
  });
});

describe("PATCH /v1/bookmarks/{id} {tags}", () => {
  it("makes the tags the user's, which no summary changes, until they are given back", async () => {
    const made = pendingBookmark(user, { canonicalUrl: pageUrl("tagged") });
    await world.items.create(made, "creation-1");
    expect(await patch(made.id, { tags: ["  Mine ", "ＭＩＮＥ", "東京", "mine"] })).toMatchObject({
      status: 200,
      body: { tags: ["Mine", "東京"] },
    });
    await world.items.complete(made, { ...NOTHING, tags: ["summary"] }, { workId: "processing-1", now: at(0) });
    expect((await patch(made.id, { note: "read" })).body.tags).toEqual(["Mine", "東京"]);
    expect((await patch(made.id, { tags: [] })).body.tags).toEqual([]);
    expect((await patch(made.id, { tags: null })).body.tags).toEqual(["summary"]);
  });
});

describe("changes and the worker's summary, in any interleaving of their calls", () => {
  const change = fc.oneof(
    fc.record({ title: fc.constantFrom("one", "two", null) }),
    fc.record({ note: fc.constantFrom("three", "four", null) }),
    fc.record({ tags: fc.constantFrom(["five"], ["six"], null) }),
    fc.record({ title: fc.constant("seven"), tags: fc.constant(["eight"]) }),
  );

  it("leave the texts as they are searched in step with the bookmark, and no change undone", async () => {
    const changes = fc.array(change, { minLength: 1, maxLength: 4 });
    const order = fc.array(fc.nat(), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(changes, order, async (changes, choices) => {
        saved += 1;
        const made = pendingBookmark(user, { canonicalUrl: pageUrl(`raced-${saved}`) });
        await world.items.create(made, "creation-1");
        let turn = 0;
        const stile = turnstile((waiting) => {
          turn += 1;
          return (choices[turn % choices.length] ?? 0) % waiting;
        });
        const client = interceptedClient(dynamo, (_attempt, forward) => stile.pass(forward));
        const racing = bookmarksWorld({ client });
        const statuses: number[] = [];
        await stile.run([
          ...changes.map((body) => async () => {
            statuses.push((await patch(made.id, body, bookmarksApi(racing))).status);
          }),
          async () => {
            const facts = { ...NOTHING, pageTitle: "page", summary: "summary", tags: ["nine"] };
            await racing.items.complete(made, facts, { workId: "processing-1", now: racing.clock.now() });
          },
        ]);
        client.destroy();
        expect(statuses.filter((status) => status !== 200)).toEqual([]);

        const there = await world.items.get(made);
        if (there === null) throw new Error("The bookmark is gone");
        const item = await storedItem(dynamo, user, made.id);
        expect([item?.search_own, item?.search_tags, item?.search_read]).toEqual([
          ownTexts(there),
          ownTagTexts(there),
          fetchedTexts(there),
        ]);
        // Each field has the value of one of its changes.
        const values = (field: "title" | "note" | "tags") =>
          changes.flatMap((one) => (field in one ? [(one as Record<string, unknown>)[field]] : []));
        for (const [field, value] of [
          ["title", there.title],
          ["note", there.note],
          ["tags", there.userTags],
        ] as const) {
          expect(values(field).length === 0 ? [null] : values(field)).toContainEqual(value);
        }
      }),
      runs(32),
    );
  });
});
