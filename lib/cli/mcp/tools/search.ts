import * as z from "zod/mini";
import type { MagpieClient } from "../../../../client/magpie-client.ts";
import { searchedStates } from "../../../../client/search.ts";
import { bookmarksRoutes } from "../../../../lambdas/bookmarks/routes.ts";
import { CliError } from "../../cli-error.ts";
import { searchFor } from "../../list.ts";
import type { Told, ToolContext } from "../tool.ts";
import { jsonLines, READS, tool } from "../tool.ts";
import { shownBook, shownBookmark, shownDeck } from "./shown-items.ts";

const { q, sort, cursor } = bookmarksRoutes.listBookmarks.query.shape;

const TYPES = ["bookmark", "deck", "book"] as const;
type Type = (typeof TYPES)[number];

/** The number of results of each type in one answer: the default, and the maximum. */
const USUAL = 10;
const MOST = 50;
/** A page of the API may be empty although others follow; this many are read for an answer. */
const MOST_PAGES = 3;
/** The remaining results that are counted: the longest page of the API. */
const MOST_COUNTED = 100;

export const searchTool = tool({
  name: "search",
  title: "Search what is saved",
  description:
    "Search the person's saved pages (bookmarks) and slide decks, and the books that were found on the person's " +
    "topics. Without q it lists what was saved last. Each result has an id: read takes that of a bookmark, tag and " +
    "mark that of a bookmark or deck. A bookmark is found by its title, note, summary, tags, site, address and the " +
    "distinctive words of its text.",
  input: z.strictObject({
    q: q.check(
      z.describe(
        'Words that must all occur, "quoted phrases", tag:name, site:example.com, after:2026-01-31, ' +
          `before:2026-01-31, ${searchedStates.map((state) => `is:${state}`).join(", ")}; a - before any of these excludes it. ` +
          "Few words find more.",
      ),
    ),
    types: z.optional(
      z.array(z.enum(TYPES)).check(z.minLength(1), z.describe("What to search; everything unless given")),
    ),
    sort: sort.check(z.describe("The order within each type; newest unless given")),
    limit: z.optional(
      z
        .int()
        .check(z.minimum(1), z.maximum(MOST), z.describe(`Results of each type in one answer; ${USUAL} unless given`)),
    ),
    cursor: cursor.check(z.describe("From the result before, to go on after it with the same q, types and sort")),
  }),
  otherNames: { query: "q" },
  scope: bookmarksRoutes.listBookmarks.scope,
  annotations: READS,
  async call({ q, types = TYPES, sort, limit = USUAL, cursor }, context): Promise<Told> {
    const positions =
      cursor === undefined ? Object.fromEntries(types.map((type) => [type, undefined])) : decode(cursor);
    const query = { ...(q === undefined ? {} : searchFor(q)), ...(sort === undefined ? {} : { sort }) };
    const asked = TYPES.filter((type) => type in positions);
    const found = await Promise.all(
      asked.map((type) => findOf(type, limit, { ...query, cursor: positions[type] }, context)),
    );
    const results = found.flatMap(({ items }) => items);
    const counts = found.map(({ type, items }) => counted(items.length, type));
    return {
      text: `Found here: ${counts.join(", ")}. ${moreText(found)}`,
      data: results.length === 0 ? null : jsonLines(results),
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

/** The next results of a type, and the known number of those that remain. */
interface FoundOfType extends Found {
  readonly type: Type;
  /** How many were counted; there may be more. */
  readonly remaining: number;
  readonly isCounted: boolean;
}

/** The next results of a type, from as many pages of the API as are needed to find some, and the number that remain. */
async function findOf(
  type: Type,
  limit: number,
  { cursor, ...query }: Query,
  context: ToolContext,
): Promise<FoundOfType> {
  const { client, options } = context;
  const read = (most: number, from: string | null) =>
    PAGES[type](client, { limit: most, ...query, ...(from === null ? {} : { cursor: from }) }, options);
  let found = await read(limit, cursor ?? null);
  for (let pages = 1; found.items.length === 0 && found.next !== null && pages < MOST_PAGES; pages += 1) {
    found = await read(limit, found.next);
  }
  if (found.next === null) return { type, ...found, remaining: 0, isCounted: true };
  const rest = await read(MOST_COUNTED, found.next);
  const [remaining, isCounted] = [rest.items.length, rest.next === null];
  return { type, items: found.items, next: isCounted && remaining === 0 ? null : found.next, remaining, isCounted };
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

function counted(count: number, type: string): string {
  return `${count} ${type}${count === 1 ? "" : "s"}`;
}

function moreText(found: readonly FoundOfType[]): string {
  const open = found.filter(({ next }) => next !== null);
  if (open.length === 0) return "That is all.";
  const cursor = encode(Object.fromEntries(open.map(({ type, next }) => [type, next])));
  const how = `Call search again with the same q, types and sort, and the cursor ${cursor}`;
  return `Remaining: ${open.map(remainingText).join(", ")}. ${how}`;
}

function remainingText({ type, remaining, isCounted }: FoundOfType): string {
  if (isCounted) return counted(remaining, type);
  return remaining === 0 ? `perhaps ${type}s` : `at least ${counted(remaining, type)}`;
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
    throw new CliError("cursor: search has not issued it. Pass it as the previous result has it, or leave it out.", {
      cause,
    });
  }
}
