import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Position } from "../../../lambdas/shared/http/pagination.ts";
import type { Search } from "../../../lambdas/shared/search/find-page.ts";
import { findPage } from "../../../lambdas/shared/search/find-page.ts";

interface Entry {
  readonly owner: string;
  readonly id: string;
  readonly at: string;
  /** What the index says of its item. */
  readonly text: boolean;
}

/** What a kind of entry and its item say: an entry may be older than its item, or be the entry of none. */
const KINDS = {
  found: { text: true, item: true },
  "not found": { text: false, item: false },
  "changed since": { text: true, item: false },
  gone: { text: true, item: null },
} as const;
type Kind = keyof typeof KINDS;

/** A table whose index has entries of these kinds, in this order, and what is asked of it. */
function tableOf(kinds: readonly Kind[], entriesOf1MB = Number.POSITIVE_INFINITY) {
  const entries: Entry[] = kinds.map((kind, index) => ({
    owner: "a",
    id: `id-${(index * 7_919) % 10_007}`,
    at: String(10_000 - index),
    text: KINDS[kind].text,
  }));
  const isFound = new Map(entries.map(({ id }, index) => [id, KINDS[kinds[index] ?? "gone"].item]));
  const asked = { queries: 0, entries: 0, reads: 0, items: 0 };
  const client = {
    async send(command: unknown) {
      if (command instanceof QueryCommand) {
        const { Limit = 0, ExclusiveStartKey: start } = command.input;
        const from =
          start === undefined ? 0 : 1 + entries.findIndex(({ id, at }) => id === start.id && at === start.at);
        const Items = entries.slice(from, from + Math.min(Limit, entriesOf1MB));
        asked.queries += 1;
        asked.entries += Items.length;
        const { owner, id, at } = Items.at(-1) ?? {};
        return { Items, ...(from + Items.length < entries.length ? { LastEvaluatedKey: { owner, id, at } } : {}) };
      }
      if (!(command instanceof BatchGetCommand)) throw new Error("Another call than a search makes");
      const { Keys = [] } = command.input.RequestItems?.rows ?? {};
      asked.reads += 1;
      asked.items += Keys.length;
      // In no order.
      const rows = Keys.flatMap(({ owner, id }) => {
        const found = isFound.get(String(id));
        return found === null ? [] : [{ owner, id, isFound: found }];
      }).sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
      return { Responses: { rows } };
    },
  } as unknown as DynamoDBDocumentClient;
  const wanted = entries.filter(({ id }) => isFound.get(id) === true).map(({ id }) => id);
  return { client, asked, wanted };
}

const search: Search<Entry, { readonly id: string; readonly isFound: boolean }> = {
  partition: ["owner", "a"],
  sortKeys: ["id", "at"],
  mayMatch: ({ text }) => text,
  matches: ({ isFound }) => isFound,
};

/** The pages of a walk, each with what it found and read. */
async function walk({ client, asked }: ReturnType<typeof tableOf>, limit: number, share?: number) {
  const shared = share === undefined ? search : { ...search, share };
  const pages = [];
  let start: Position | undefined;
  do {
    const before = { ...asked };
    const { items, position } = await findPage(client, "rows", shared, { limit, position: start });
    pages.push({
      ids: items.map(({ id }) => id),
      queries: asked.queries - before.queries,
      entries: asked.entries - before.entries,
      reads: asked.reads - before.reads,
      items: asked.items - before.items,
    });
    start = position ?? undefined;
  } while (start !== undefined);
  return pages;
}

describe("a walk over a search", () => {
  it("finds each match once, in order, whatever the index says, and ends", async () => {
    const kinds = fc.array(fc.constantFrom(...(Object.keys(KINDS) as Kind[])), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 20 }), async (...given) => {
        const [kinds, limit, entriesOf1MB] = given;
        const table = tableOf(kinds, entriesOf1MB);
        const pages = await walk(table, limit);
        expect(pages.flatMap(({ ids }) => ids)).toEqual(table.wanted);
        expect(Math.max(...pages.map(({ ids }) => ids.length))).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it("divides a request's reads among partitions", async () => {
    const unread = await walk(tableOf(new Array(5_000).fill("not found")), 20, 4);
    expect(unread.map(({ entries }) => entries)).toEqual([1_500, 1_500, 1_500, 500]);
    const whole = await walk(tableOf(new Array(400).fill("changed since")), 20, 5);
    expect(whole.map(({ items }) => items)).toEqual([120, 120, 120, 40]);
  });

  it("reads 6,000 entries a request at the most, and the index once", async () => {
    const table = tableOf([...Array.from({ length: 9_999 }, () => "not found" as const), "found"]);
    const pages = await walk(table, 20);
    expect(pages.map(({ entries, items, ids }) => [entries, items, ids.length])).toEqual([
      [6_000, 0, 0],
      [4_000, 1, 1],
    ]);
  });

  it("ends a page after six queries that 1 MB has ended", async () => {
    const pages = await walk(tableOf(new Array(100).fill("not found"), 10), 20);
    expect(pages.map(({ queries }) => queries)).toEqual([6, 4]);
  });

  it("reads the items whose text matches, a hundred at a time", async () => {
    const pages = await walk(tableOf(new Array(700).fill("changed since")), 1);
    expect(pages.map(({ reads, items }) => [reads, items])).toEqual([
      [6, 501],
      [3, 199],
    ]);
  });

  it("reads no more items than the page has room for", async () => {
    const pages = await walk(tableOf(new Array(45).fill("found")), 20);
    expect(pages.map(({ items, ids }) => [items, ids.length])).toEqual([
      [20, 20],
      [20, 20],
      [5, 5],
    ]);
  });
});
