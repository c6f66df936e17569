import * as z from "zod/mini";
import type { Book, Bookmark, Stock } from "../../../../client/answers.ts";
import type { MagpieClient } from "../../../../client/magpie-client.ts";
import { bookmarksRoutes } from "../../../../lambdas/bookmarks/routes.ts";
import { CliError } from "../../cli-error.ts";
import { searchFor } from "../../list.ts";
import type { Told, ToolContext } from "../tool.ts";
import { beginning, jsonLines, READS, tool } from "../tool.ts";

const { q, sort, cursor } = bookmarksRoutes.listBookmarks.query.shape;

const TYPES = ["bookmark", "deck", "book"] as const;
type Type = (typeof TYPES)[number];

/** Of each type in one answer. */
const MOST = 10;
/** A page of the API may be empty and go on; so many are read for an answer. */
const MOST_PAGES = 3;
/** UTF-16 code units of a note, a summary or a description. */
const LONGEST_TEXT = 300;

export const searchTool = tool({
  name: "search",
  title: "Search what is saved",
  description:
    "Search the person's saved pages (bookmarks) and slide decks, and the books that were found on the person's " +
    "topics. Without q it lists what was saved last. Each result has an id: read takes that of a bookmark, tag that " +
    "of a bookmark or deck. A bookmark is found by its title, note, summary, tags, site, address and the " +
    "distinctive words of its text.",
  input: z.strictObject({
    q: q.check(
      z.describe(
        'Words that must all occur, "quoted phrases", tag:name, site:example.com, after:2026-01-31, ' +
          "before:2026-01-31, is:failed, is:pending, is:duplicate, is:untagged; a - before any of these excludes it. " +
          "Few words find more.",
      ),
    ),
    types: z.optional(
      z.array(z.enum(TYPES)).check(z.minLength(1), z.describe("What to search; everything unless given")),
    ),
    sort: sort.check(z.describe("The order within each type; newest unless given")),
    cursor: cursor.check(z.describe("From the result before, to go on after it with the same q, types and sort")),
  }),
  scope: bookmarksRoutes.listBookmarks.scope,
  annotations: READS,
  async call({ q, types = TYPES, sort, cursor }, context): Promise<Told> {
    const positions =
      cursor === undefined ? Object.fromEntries(types.map((type) => [type, undefined])) : decode(cursor);
    const query = { ...(q === undefined ? {} : searchFor(q)), ...(sort === undefined ? {} : { sort }) };
    const asked = TYPES.filter((type) => type in positions);
    const found = await Promise.all(asked.map((type) => findOf(type, { ...query, cursor: positions[type] }, context)));
    const things = found.flatMap(({ items }) => items);
    const next = Object.fromEntries(found.flatMap(({ next }, at) => (next === null ? [] : [[asked[at], next]])));
    const counts = asked.map((type, at) => counted(found[at]?.items.length ?? 0, type));
    return {
      text: `Found here: ${counts.join(", ")}. ${moreText(Object.keys(next), next)}`,
      data: things.length === 0 ? null : jsonLines(things),
    };
  },
});

interface Query {
  readonly q?: string;
  readonly tz?: string;
  readonly sort?: "newest" | "oldest" | "title" | "site";
  readonly cursor: string | undefined;
}

interface Found {
  readonly items: readonly object[];
  readonly next: string | null;
}

/** The next results of a type, from as many pages of the API as it takes to find some. */
async function findOf(type: Type, query: Query, { client, options }: ToolContext): Promise<Found> {
  let found: Found = { items: [], next: query.cursor ?? null };
  for (let pages = 0; pages < MOST_PAGES && found.items.length === 0; pages += 1) {
    const { cursor: _, ...rest } = query;
    const page = { limit: MOST, ...rest, ...(found.next === null ? {} : { cursor: found.next }) };
    found = await PAGES[type](client, page, options);
    if (found.next === null) break;
  }
  return found;
}

type ReadPage = (
  client: MagpieClient,
  page: Omit<Query, "cursor"> & { readonly limit: number; readonly cursor?: string },
  options: ToolContext["options"],
) => Promise<Found>;

const PAGES: Readonly<Record<Type, ReadPage>> = {
  async bookmark({ bookmarks }, page, options) {
    const { bookmarks: items, next_cursor: next } = await bookmarks.list(page, options);
    return { items: items.map(shownBookmark), next };
  },
  async deck({ stocks }, page, options) {
    const { stocks: items, next_cursor: next } = await stocks.list(page, options);
    return { items: items.map(shownDeck), next };
  },
  async book({ books }, page, options) {
    const { books: items, next_cursor: next } = await books.list(page, options);
    return { items: items.map(shownBook), next };
  },
};

/** What an agent sees of a bookmark. */
export function shownBookmark({ id, title, url, tags, note, summary, status, words, created_at }: Bookmark) {
  const texts = { note: beginning(note, LONGEST_TEXT), summary: beginning(summary, LONGEST_TEXT) };
  return { type: "bookmark", id, title, url, tags, ...texts, status, words, saved_at: created_at };
}

/** What an agent sees of a deck. */
export function shownDeck({ id, title, author_name, canonical_url, tags, memo, status, created_at }: Stock) {
  const note = beginning(memo, LONGEST_TEXT);
  return { type: "deck", id, title, author: author_name, url: canonical_url, tags, note, status, saved_at: created_at };
}

function shownBook({ id, title, authors, publisher, published_date, isbn_13, description, info_link, ...book }: Book) {
  const about = {
    title,
    authors,
    publisher,
    published_date,
    isbn_13,
    description: beginning(description, LONGEST_TEXT),
  };
  return { type: "book", id, ...about, url: info_link, found_at: book.first_seen_at };
}

function counted(count: number, type: string): string {
  return `${count} ${type}${count === 1 ? "" : "s"}`;
}

function moreText(types: readonly string[], next: object): string {
  if (types.length === 0) return "That is all.";
  const more = types.map((type) => `${type}s`).join(" and ");
  const how = `call search again with the same q, types and sort, and the cursor ${encode(next)}`;
  return `There may be more ${more}, how many is not known: ${how}`;
}

function encode(next: object): string {
  return Buffer.from(JSON.stringify(next)).toString("base64url");
}

const positionsShape = z
  .partialRecord(z.enum(TYPES), z.string())
  .check(z.refine((positions) => Object.keys(positions).length > 0));

/** @throws CliError for a cursor that `encode` did not make; the API judges those in it */
function decode(cursor: string): Partial<Record<Type, string>> {
  try {
    return z.parse(positionsShape, JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch (cause) {
    throw new CliError("cursor: it is none of search's. Give it as the result before had it, or leave it out.", {
      cause,
    });
  }
}
