import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SortedPosition } from "../../../lambdas/shared/search/find-sorted-page.ts";
import { findSortedPage, sortedPosition } from "../../../lambdas/shared/search/find-sorted-page.ts";
import { comparePlaces } from "../../../lambdas/shared/search/sort.ts";

interface Item {
  readonly owner: string;
  readonly id: string;
  readonly at: string;
  /** Null: not in the list. */
  readonly title: string | null;
}

/** A table with the items of these titles in two partitions, whose answers hold so many items. */
class Table {
  /** In the order of the index, the deleted ones too: a query may begin after one. */
  readonly #all: Item[];
  readonly #deleted = new Set<Item>();
  readonly #itemsOf1MB: number;
  queries = 0;

  constructor(titles: readonly (string | null)[], itemsOf1MB: number) {
    this.#itemsOf1MB = itemsOf1MB;
    this.#all = titles.map((title, index) => itemOf(index, title));
  }

  get items(): readonly Item[] {
    return this.#all.filter((item) => !this.#deleted.has(item));
  }

  get client(): DynamoDBDocumentClient {
    return { send: async (command: unknown) => this.#answer(command) } as unknown as DynamoDBDocumentClient;
  }

  /** The ids of the list. */
  get ids(): readonly string[] {
    return this.items
      .flatMap((item) => placeOf(item) ?? [])
      .sort(comparePlaces)
      .map(({ id }) => id);
  }

  add(item: Item): void {
    this.#all.unshift(item);
  }

  delete(item: Item): void {
    this.#deleted.add(item);
  }

  #answer(command: unknown): unknown {
    if (command instanceof BatchGetCommand) {
      const { Keys = [] } = command.input.RequestItems?.rows ?? {};
      return { Responses: { rows: this.items.filter(({ id }) => Keys.some((key) => key.id === id)) } };
    }
    if (!(command instanceof QueryCommand)) throw new Error("Another call than a list makes");
    this.queries += 1;
    const { ExpressionAttributeValues = {}, ExclusiveStartKey: start } = command.input;
    const owned = this.#all.filter(({ owner }) => owner === ExpressionAttributeValues[":partition"]);
    const from = start === undefined ? 0 : 1 + owned.findIndex(({ id, at }) => id === start.id && at === start.at);
    const read = owned.slice(from, from + this.#itemsOf1MB);
    const { owner, id, at } = read.at(-1) ?? {};
    const Items = read.filter((item) => !this.#deleted.has(item));
    return { Items, ...(from + Items.length < owned.length ? { LastEvaluatedKey: { owner, id, at } } : {}) };
  }
}

function itemOf(index: number, title: string | null): Item {
  // Three of a time.
  return { owner: index % 2 === 0 ? "a" : "b", id: `id-${index}`, at: String(100 + Math.floor(index / 3)), title };
}

function placeOf({ id, at, title }: Item) {
  return title === null ? null : { key: title, time: at, id };
}

function page(table: Table, limit: number, position: SortedPosition | undefined) {
  return findSortedPage<Item>(
    table.client,
    "rows",
    {
      index: "by_at",
      attributes: ["owner", "id", "at"],
      partitions: ["a", "b"],
      partitionOf: (id) => (Number(id.slice(3)) % 2 === 0 ? "a" : "b"),
      placeOf,
    },
    { limit, position },
  );
}

/** The pages of a walk; a position travels as the text of a cursor. @param between called after each page */
async function walk(table: Table, limit: number, between: (seen: readonly string[]) => void = () => undefined) {
  const pages: { readonly ids: readonly string[]; readonly queries: number }[] = [];
  let start: SortedPosition | undefined;
  do {
    const before = table.queries;
    const { items, position } = await page(table, limit, start);
    pages.push({ ids: items.map(({ id }) => id), queries: table.queries - before });
    start = position === null ? undefined : sortedPosition.parse(JSON.parse(JSON.stringify(position)));
    between(pages.flatMap(({ ids }) => ids));
  } while (start !== undefined);
  return pages;
}

const titles = fc.array(fc.constantFrom("a", "b", "c", null), { maxLength: 60 });

describe("a walk over a list by title", () => {
  it("has each item once, in order, with full pages, however many requests a page takes", async () => {
    const limits = fc.integer({ min: 1, max: 9 });
    await fc.assert(
      fc.asyncProperty(titles, limits, fc.integer({ min: 1, max: 20 }), async (titles, limit, itemsOf1MB) => {
        const table = new Table(titles, itemsOf1MB);
        const pages = await walk(table, limit);
        expect(pages.flatMap(({ ids }) => ids)).toEqual(table.ids);
        const sizes = pages.map(({ ids }) => ids.length).filter((size) => size > 0);
        expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).map(() => limit));
      }),
    );
  });

  it("has what stays once, while others are added and deleted", async () => {
    await fc.assert(
      fc.asyncProperty(titles, fc.infiniteStream(fc.nat(99)), async (titles, choices) => {
        const table = new Table(titles, 2);
        const gone = new Set<string>();
        const next = () => Number(choices.next().value);
        const pages = await walk(table, 3, (seen) => {
          const deleted = table.items[next() % (table.items.length + 1)];
          if (deleted !== undefined) table.delete(deleted);
          if (deleted !== undefined && !seen.includes(deleted.id)) gone.add(deleted.id);
          if (table.items.length < 80) table.add(itemOf(1_000 + 2 * table.queries, "b"));
        });
        const ids = pages.flatMap(({ ids }) => ids);
        expect(new Set(ids).size).toBe(ids.length);
        const stayed = titles.flatMap((title, index) => (title === null ? [] : [`id-${index}`]));
        for (const id of stayed) if (!gone.has(id)) expect(ids).toContain(id);
      }),
    );
  });

  it("continues when all items of a page have been deleted", async () => {
    const table = new Table(["a", null, "b", ...Array.from({ length: 20 }, () => null), "c"], 1);
    const { position } = await page(table, 1, undefined);
    for (const item of table.items.slice(0, 1)) table.delete(item);
    const ids: string[] = [];
    for (let start = position; start !== null; ) {
      const next = await page(table, 1, start);
      ids.push(...next.items.map(({ id }) => id));
      start = next.position;
    }
    expect(ids).toEqual(table.ids);
  });

  it("reads six answers of 1 MB a request at the most", async () => {
    const pages = await walk(new Table(new Array(30).fill("a"), 1), 100);
    expect(pages.map(({ ids }) => ids.length)).toEqual([0, 0, 0, 0, 30]);
    expect(pages.map(({ queries }) => queries)).toEqual([6, 6, 6, 6, 6]);
  });

  it("has no more on a page than the first of its requests asked for", async () => {
    const table = new Table(
      Array.from({ length: 40 }, (_, index) => String(index)),
      3,
    );
    const { position } = await page(table, 2, undefined);
    const ids: string[] = [];
    for (let start = position; start !== null; ) {
      const next = await page(table, 50, start);
      ids.push(...next.items.map(({ id }) => id));
      start = next.position;
    }
    expect(ids).toEqual(table.ids);
  });
});
