import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { readFilter } from "../../../../lambdas/recommendations/http/query/filter.ts";
import { listPage } from "../../../../lambdas/recommendations/http/query/list-page.ts";
import { countsShown, listQuery } from "../../../../lambdas/recommendations/http/query/list-query.ts";
import { START } from "../../../emulators/test-clock.ts";
import { sampleRecommendation } from "../../sample-recommendations.ts";
import { refused } from "../refused.ts";

const rows = [
  sampleRecommendation({ id: "c", title: "beta", description: "two", createdAt: "2026-11-02T00:00:00.000Z" }),
  sampleRecommendation({ id: "a", title: "Alpha", createdAt: "2026-11-02T00:00:00.000Z", oneClickSubscribe: true }),
  sampleRecommendation({ id: "d", title: "Gamma", description: "One", createdAt: "2026-11-04T00:00:00.000Z" }),
  sampleRecommendation({
    id: "b",
    title: "alpha",
    excerpt: "x",
    createdAt: "2026-11-01T00:00:00.000Z",
    updatedAt: "2026-11-05T00:00:00.000Z",
  }),
];
const counts = new Map([
  ["a", { clicks: 1, subscribers: 0 }],
  ["b", { clicks: 5, subscribers: 2 }],
  ["c", { clicks: 5, subscribers: 3 }],
]);

type SentQuery = z.input<typeof listQuery>;

function list(sent: SentQuery, from = rows) {
  const query = listQuery.parse(sent);
  return listPage(from, counts, query, readFilter(query.filter ?? "", START));
}

function ids(sent: SentQuery, from = rows): string {
  return list(sent, from)
    .items.map(({ recommendation }) => recommendation.id)
    .join("");
}

const refusedQuery = (query: Readonly<Record<string, string>>) => refused(listQuery, query, "query");

describe("the order", () => {
  it.each([
    [undefined, "dacb"],
    ["", "dacb"],
    [" ", "dacb"],
    ["created_at", "dacb"],
    ["created_at desc", "dacb"],
    ["created_at asc", "bacd"],
    ["title asc", "abcd"],
    ["title", "dcab"],
    ["title desc,created_at asc", "dcba"],
    ["title asc, created_at asc", "bacd"],
    ["title   asc", "abcd"],
    ["title asc,title desc", "abcd"],
    ["description asc", "abdc"],
    ["description desc", "cdab"],
    ["excerpt desc", "bacd"],
    ["one_click_subscribe", "abcd"],
    ["one_click_subscribe asc", "bcda"],
    ["updated_at desc", "bacd"],
    ["updated_at asc", "acdb"],
    ["count.clicks", "bcad"],
    ["count.clicks asc", "dabc"],
    ["count.subscribers", "cbad"],
    ["count.clicks desc,count.subscribers desc", "cbad"],
    ["one_click_subscribe desc,count.clicks asc,title asc", "adbc"],
  ])("%j is %s", (order, expected) => {
    expect(ids(order === undefined ? {} : { order })).toBe(expected);
  });

  it.each([
    ["id", ["query.order.0.field"]],
    ["url asc", ["query.order.0.field"]],
    ["Title", ["query.order.0.field"]],
    ["title,", ["query.order.1.field"]],
    ["title asc,count.views desc", ["query.order.1.field"]],
    ["__proto__", ["query.order.0.field"]],
    ["constructor asc", ["query.order.0.field"]],
    ["title ASC", ["query.order.0.direction"]],
    ["title up", ["query.order.0.direction"]],
    ["title asc desc", ["query.order.0.direction"]],
    ["title asc; drop", ["query.order.0.direction"]],
    ["x y", ["query.order.0.field", "query.order.0.direction"]],
  ])("%j is rejected with its path", (order, paths) => {
    expect(refusedQuery({ order })).toEqual(paths);
  });

  it("and the counts are rejected with a list of the allowed ones", () => {
    const messages = (query: SentQuery) => listQuery.safeParse(query).error?.issues.map(({ message }) => message);
    const counts = "count.clicks, count.subscribers";
    expect(messages({ order: "x y", include: "x" })).toEqual([
      `must be one of title, description, excerpt, one_click_subscribe, created_at, updated_at, ${counts}`,
      "must be asc or desc",
      `must be one of ${counts}`,
    ]);
    const many = Array(21).fill("count.clicks").join(",");
    expect(messages({ order: many, include: many })).toEqual(Array(2).fill("must have 20 parts at the most"));
  });
});

describe("the counts", () => {
  it.each([
    [{}, null],
    [{ include: "" }, null],
    [{ include: "count.clicks" }, { clicks: 1 }],
    [{ include: "count.subscribers" }, { subscribers: 0 }],
    [{ include: "count.clicks,count.subscribers" }, { clicks: 1, subscribers: 0 }],
    [{ include: " count.clicks , count.clicks" }, { clicks: 1 }],
    [{ withRelated: "count.clicks" }, { clicks: 1 }],
    [
      { withRelated: "count.clicks", include: "count.subscribers" },
      { clicks: 1, subscribers: 0 },
    ],
    [{ order: "count.clicks" }, { clicks: 1 }],
    [
      { order: "title,count.subscribers asc", include: "count.clicks" },
      { clicks: 1, subscribers: 0 },
    ],
  ])("of %j are %j", (sent, expected) => {
    const { items } = list({ ...sent, filter: "id:'a'" });
    expect(items.map((item) => item.counts)).toEqual([expected]);
  });

  it("are zero without events", () => {
    const { items } = list({ include: "count.clicks,count.subscribers", filter: "id:'d'" });
    expect(items.map((item) => item.counts)).toEqual([{ clicks: 0, subscribers: 0 }]);
  });

  it("are not read when none is requested", () => {
    expect([...countsShown(listQuery.parse({}))]).toEqual([]);
    expect([...countsShown(listQuery.parse({ order: "count.clicks asc" }))]).toEqual(["clicks"]);
  });

  it.each([
    ["clicks", ["query.include.0"]],
    ["count.views", ["query.include.0"]],
    ["count.clicks,", ["query.include.1"]],
    ["count.clicks,x,count.subscribers,y", ["query.include.1", "query.include.3"]],
    ["__proto__", ["query.include.0"]],
  ])("are rejected for %j", (include, paths) => {
    expect(refusedQuery({ include })).toEqual(paths);
    expect(refusedQuery({ withRelated: include })).toEqual(paths.map((path) => path.replace("include", "withRelated")));
  });
});

describe("the page", () => {
  const seven = Array.from({ length: 7 }, (_, index) => sampleRecommendation({ id: String(index) }));

  it.each([
    [{}, "01234", { page: 1, limit: 5, pages: 2, total: 7, prev: null, next: 2 }],
    [{ page: "2" }, "56", { page: 2, limit: 5, pages: 2, total: 7, prev: 1, next: null }],
    [{ page: "3" }, "", { page: 3, limit: 5, pages: 2, total: 7, prev: 2, next: null }],
    [{ page: "999999999" }, "", { page: 999_999_999, limit: 5, pages: 2, total: 7, prev: 999_999_998, next: null }],
    [{ limit: "7" }, "0123456", { page: 1, limit: 7, pages: 1, total: 7, prev: null, next: null }],
    [{ limit: "1", page: "7" }, "6", { page: 7, limit: 1, pages: 7, total: 7, prev: 6, next: null }],
    [{ limit: "3", page: "2" }, "345", { page: 2, limit: 3, pages: 3, total: 7, prev: 1, next: 3 }],
    [{ limit: "100" }, "0123456", { page: 1, limit: 100, pages: 1, total: 7, prev: null, next: null }],
    [{ filter: "id:['1','5','6']", limit: "2" }, "15", { page: 1, limit: 2, pages: 2, total: 3, prev: null, next: 2 }],
    [{ filter: "id:'none'" }, "", { page: 1, limit: 5, pages: 0, total: 0, prev: null, next: null }],
    [{ filter: "" }, "01234", { page: 1, limit: 5, pages: 2, total: 7, prev: null, next: 2 }],
  ])("of %j has %j, and its position", (sent, expected, pagination) => {
    expect(ids(sent, seven)).toBe(expected);
    expect(list(sent, seven).pagination).toEqual(pagination);
  });

  it.each([
    [{ page: "0" }, ["query.page"]],
    [{ page: "-1" }, ["query.page"]],
    [{ page: "1.5" }, ["query.page"]],
    [{ page: "one" }, ["query.page"]],
    [{ page: "" }, ["query.page"]],
    [{ page: "1e3" }, ["query.page"]],
    [{ page: "1000000000" }, ["query.page"]],
    [{ limit: "0" }, ["query.limit"]],
    [{ limit: "101" }, ["query.limit"]],
    [{ limit: "all" }, ["query.limit"]],
    [{ limit: "5 " }, ["query.limit"]],
    [
      { page: "0", limit: "0", order: "x", include: "x" },
      ["query.page", "query.limit", "query.order.0.field", "query.include.0"],
    ],
  ])("of %j is rejected", (sent, paths) => {
    expect(refusedQuery(sent)).toEqual(paths);
  });

  it("after page shows each recommendation once, in a stable order, even among equal rows", () => {
    const some = fc.uniqueArray(
      fc.record({ id: fc.stringMatching(/^[0-9a-f]{1,4}$/), title: fc.constantFrom("a", "A", "b") }),
      { selector: ({ id }) => id, maxLength: 30 },
    );
    const order = fc.constantFrom("title asc", "title desc", "created_at", "count.clicks", "excerpt asc");
    fc.assert(
      fc.property(some, order, fc.integer({ min: 1, max: 7 }), (fields, by, limit) => {
        const all = fields.map(sampleRecommendation);
        const whole = list({ order: by, limit: "100" }, all).items.map((item) => item.recommendation.id);
        const { pages } = list({ order: by, limit: String(limit) }, all).pagination;
        const walked = Array.from({ length: pages }, (_, index) =>
          // Every request reads the rows again, in the table's order.
          list({ order: by, limit: String(limit), page: String(index + 1) }, all.toReversed()),
        ).flatMap(({ items }) => items.map((item) => item.recommendation.id));
        expect(walked).toEqual(whole);
      }),
    );
  });
});
