import { describe, expect, it } from "vitest";
import type { Bookmark } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { apiOfEachTest, send, user, world } from "../api-of-tests.ts";
import { pendingBookmark } from "../bookmarks-world.ts";

capturedLog();
apiOfEachTest();

const DAY = 24 * 60 * MINUTE;

/** A bookmark of a title, saved so long after 3 o'clock UTC of 20 November 2026. @returns its title */
async function bookmark(title: string, address: string, after: number, more: Partial<Bookmark> = {}): Promise<string> {
  const made = pendingBookmark(user, { canonicalUrl: `https://${address}`, now: at(after) });
  await world.items.create({ ...made, title, ...more }, "creation-1");
  return title;
}

type Query = Readonly<Record<string, string>>;

const list = (query: Query) => send({ route: "GET /v1/bookmarks", query, user });

/** The titles of a walk in pages of two. */
async function titles(query: Query): Promise<string[]> {
  const walked: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await list({ limit: "2", ...query, ...(cursor === "" ? {} : { cursor }) });
    walked.push(...body.bookmarks.map(({ title }: { title: string }) => title));
    cursor = body.next_cursor;
  }
  return walked;
}

describe("GET /v1/bookmarks?sort=", () => {
  it.each([
    ["newest", ["owls", "“Cats”", "Bees", "birds"]],
    ["oldest", ["birds", "Bees", "“Cats”", "owls"]],
    ["title", ["Bees", "birds", "“Cats”", "owls"]],
    ["site", ["“Cats”", "owls", "birds", "Bees"]],
  ])("%s lists each bookmark, or each search result, once", async (sort, sorted) => {
    await bookmark("birds", "b.example/1", 0, { note: "wild" });
    await bookmark("Bees", "c.example/", MINUTE, { note: "wild" });
    await bookmark("“Cats”", "www.a.example/", 2 * MINUTE);
    await bookmark("owls", "b.example/2", 3 * MINUTE, { note: "wild", status: "failed" });
    expect(await titles({ sort })).toEqual(sorted);
    expect(await titles({ sort, q: "wild" })).toEqual(sorted.filter((title) => title !== "“Cats”"));
    expect(await titles({ sort, status: "failed" })).toEqual(["owls"]);
  });

  it("refuses a cursor of another order, and an unknown order", async () => {
    for (const [index, title] of ["a", "b"].entries()) await bookmark(title, `${title}.example/`, index);
    const { next_cursor: cursor } = (await list({ sort: "title", limit: "1" })).body;
    for (const other of [{ sort: "site" }, { sort: "newest" }, {}]) {
      expect(await list({ ...other, cursor })).toMatchObject({ status: 400, body: { code: "invalid_cursor" } });
    }
    expect(await list({ sort: "price" })).toMatchObject({ status: 400, body: { errors: [{ path: "query.sort" }] } });
  });
});

describe("GET /v1/bookmarks?q= with operators", () => {
  it("finds by tag, site, day and state, and leaves out excluded ones", async () => {
    await bookmark("tagged", "a.example/", 0, { userTags: ["Work"] });
    await bookmark("sub", "b.a.example/", DAY, { userTags: [], status: "failed" });
    await bookmark("late", "c.example/", 2 * DAY, {
      userTags: ["x"],
      status: "done",
      duplicateOf: "https://a.example/",
    });
    for (const [q, expected] of [
      ["tag:WORK", ["tagged"]],
      ["-tag:work", ["late", "sub"]],
      ["site:a.example", ["sub", "tagged"]],
      ["site:a.example -sub", ["tagged"]],
      ["after:2026-11-21 before:2026-11-22", ["sub"]],
      ["is:failed", ["sub"]],
      ["is:pending", ["tagged"]],
      ["is:duplicate", ["late"]],
      ["is:untagged", ["sub"]],
      ["-is:failed -is:pending", ["late"]],
    ] as const) {
      expect([q, await titles({ q })]).toEqual([q, expected]);
    }
  });

  it("counts days in the caller's time zone", async () => {
    // At 3 o'clock of the 20th in UTC, which is 18 o'clock of the 19th in Anchorage.
    await bookmark("owls", "a.example/", 0);
    const found = (q: string, tz?: string) => titles({ q, ...(tz === undefined ? {} : { tz }) });
    expect(await found("after:2026-11-20")).toEqual(["owls"]);
    expect(await found("after:2026-11-20", "America/Anchorage")).toEqual([]);
    expect(await found("before:2026-11-20", "America/Anchorage")).toEqual(["owls"]);
    expect(await list({ q: "owls", tz: "Mars/Olympus" })).toMatchObject({
      status: 400,
      body: { code: "validation_error", errors: [{ path: "query.tz" }] },
    });
  });

  it("names each value that can't be read with its place in characters", async () => {
    expect(await list({ q: "𠮷 after:soon owls is:read" })).toMatchObject({
      status: 400,
      body: {
        code: "validation_error",
        errors: [
          { path: "query.q", offset: 2, length: 10 },
          { path: "query.q", offset: 18, length: 7 },
        ],
      },
    });
  });
});
