import type { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  itemAt,
  itemsOf,
  itemsOfPartition,
  newestOfPartition,
  queriedPage,
} from "../../../lambdas/shared/table/table-query.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";

interface Row {
  readonly id: string;
  readonly isExcluded: boolean;
}

/** A partition of rows; a response ends after `most` of them, as DynamoDB's end at 1 MB, and is then filtered. */
function partition(excluded: readonly boolean[], most: number) {
  const rows: Row[] = excluded.map((isExcluded, index) => ({ id: String(index), isExcluded }));
  const limits: (number | undefined)[] = [];
  const client = {
    async send({ input: { ExclusiveStartKey: start, Limit, FilterExpression } }: QueryCommand) {
      limits.push(Limit);
      const from = start === undefined ? 0 : 1 + Number(start.id);
      const read = rows.slice(from, from + Math.min(Limit ?? most, most));
      const isEnd = from + read.length >= rows.length;
      return {
        // Where nothing is left, DynamoDB may leave the list out.
        ...(read.length > 0 && { Items: read.filter((row) => !FilterExpression || !row.isExcluded) }),
        ...(!isEnd && { LastEvaluatedKey: { id: read.at(-1)?.id } }),
      };
    },
  } as unknown as DynamoDBDocumentClient;
  return { client, rows: rows, limits };
}

const query = { TableName: "rows" };
const filtered = { ...query, FilterExpression: "attribute_not_exists(excluded)" };

type Page = Awaited<ReturnType<typeof queriedPage<Row>>>;

/** The pages of a walk from the first one to the last. */
async function walk(client: DynamoDBDocumentClient, walked: typeof query, limit: number): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let start: { readonly id: string } | undefined; ; ) {
    const page = await queriedPage<Row>(client, walked, limit, start);
    pages.push(page);
    if (page.last === null) return pages;
    start = { id: page.last.id };
  }
}

describe("a walk over the pages of a query", () => {
  const excluded = fc.array(fc.boolean(), { maxLength: 40 });
  const most = fc.integer({ min: 1, max: 12 });

  it("returns each row once, in full pages, and ends with the last row", async () => {
    await fc.assert(
      fc.asyncProperty(excluded, most, most, async (given, mostOf1MB, limit) => {
        const { client, rows, limits } = partition(given, mostOf1MB);
        const pages = (await walk(client, query, limit)).map(({ items }) => items);
        expect(pages.flat()).toEqual(rows);
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
        expect(pages.at(-1)?.length).toBeLessThanOrEqual(limit);
        expect(Math.max(...limits.map(Number))).toBe(limit + 1);
      }),
    );
  });

  it("with a filter returns each row that is not excluded once, wherever its reads end", async () => {
    await fc.assert(
      fc.asyncProperty(excluded, most, most, async (given, mostOf1MB, limit) => {
        const { client, rows } = partition(given, mostOf1MB);
        const pages = (await walk(client, filtered, limit)).map(({ items }) => items);
        expect(pages.flat()).toEqual(rows.filter(({ isExcluded }) => !isExcluded));
        for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it("asks for no more than the page and one row more", async () => {
    const { client, limits } = partition(new Array(20).fill(false), 4);
    await queriedPage(client, query, 10, undefined);
    expect(limits).toEqual([11, 7, 3]);
  });

  it("makes at most four queries a page with a filter and no limit, and continues after the last item that they read", async () => {
    const { client, rows, limits } = partition([...new Array(20).fill(true), false, false], 4);
    const first = await queriedPage<Row>(client, filtered, 10, undefined);
    expect(first).toEqual({ items: [], last: { id: "15" } });
    expect(limits).toEqual(new Array(4).fill(undefined));
    expect(await queriedPage(client, filtered, 10, { id: "15" })).toEqual({ items: rows.slice(20), last: null });
  });

  it("ends a page with a filter at its limit", async () => {
    const { client, rows, limits } = partition(new Array(20).fill(false), 4);
    const { items, last } = await queriedPage<Row>(client, filtered, 4, undefined);
    expect([items, last]).toEqual([rows.slice(0, 4), rows[3]]);
    expect(limits).toHaveLength(2);
  });
});

it("all items of a query are read over its pages, each page when it is needed", async () => {
  const { client, rows, limits } = partition(new Array(10).fill(false), 4);
  const seen: [Row, number][] = [];
  for await (const row of itemsOf<Row>(client, query)) seen.push([row, limits.length]);
  expect(seen.map(([row]) => row)).toEqual(rows);
  expect(seen.map(([, queries]) => queries)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
  for await (const row of itemsOf(partition([], 4).client, query)) throw new Error(`There is ${row}`);
});

describe("the items of a partition", () => {
  dynamoOfFile();

  it("come all in order, or in pages with the newest first, without those of other partitions", async () => {
    for (const [pk, sk] of [
      ["runs", "1"],
      ["runs", "3"],
      ["others", "9"],
      ["runs", "2"],
    ])
      await dynamo.client.send(new PutCommand({ TableName: "books", Item: { pk, sk } }));
    const runs = { table: "books", pk: "runs" };
    const first = await newestOfPartition(dynamo.client, runs, { limit: 2, position: undefined });
    expect(first).toEqual({
      items: [
        { pk: "runs", sk: "3" },
        { pk: "runs", sk: "2" },
      ],
      position: { sk: "2" },
    });
    const second = await newestOfPartition(dynamo.client, runs, { limit: 2, position: { sk: "2" } });
    expect(second).toEqual({ items: [{ pk: "runs", sk: "1" }], position: null });
    const all: unknown[] = [];
    for await (const item of itemsOfPartition(dynamo.client, "books", "runs")) all.push(item);
    expect(all).toEqual(["1", "2", "3"].map((sk) => ({ pk: "runs", sk })));
  });

  it("are each read by their keys", async () => {
    const Key = { pk: "one", sk: "1" };
    expect(await itemAt(dynamo.client, { TableName: "books", Key })).toBeNull();
    await dynamo.client.send(new PutCommand({ TableName: "books", Item: { ...Key, name: "first" } }));
    expect(await itemAt(dynamo.client, { TableName: "books", Key })).toEqual({ ...Key, name: "first" });
  });

  it("are read consistently", async () => {
    const consistent: unknown[] = [];
    const client = {
      send: async ({ input }: QueryCommand) => ({ Items: [], isRead: consistent.push(input.ConsistentRead) }),
    } as unknown as DynamoDBDocumentClient;
    await newestOfPartition(client, { table: "books", pk: "runs" }, { limit: 2, position: undefined });
    for await (const item of itemsOfPartition(client, "books", "runs")) throw new Error(`There is ${item}`);
    await itemAt(client, { TableName: "books", Key: { pk: "one", sk: "1" } });
    expect(consistent).toEqual([true, true, true]);
  });
});
