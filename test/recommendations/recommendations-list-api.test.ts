import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { cpuTime } from "../hostile/cpu-time.ts";
import type { RecommendationsWorld, WireRecommendation } from "./recommendations-world.ts";
import { problem, publisher, recommendationsWorld } from "./recommendations-world.ts";

/** An invalid filter is rejected within this time, on a busy machine; it takes one or two milliseconds. */
const REFUSED_WITHIN_MS = 200;

capturedLog();
let dynamo: TestDynamo;
let world: RecommendationsWorld;
let olga: ReturnType<typeof publisher>;

/** Seven sites, some of them with clicks and one with a subscription. */
async function start(): Promise<void> {
  dynamo = await startDynamo();
  world = recommendationsWorld(dynamo);
  olga = publisher(world);
  const ids: string[] = [];
  for (const [index, name] of ["apple", "Berry", "cherry", "date", "elder", "fig", "grape"].entries()) {
    const { id } = await olga.added(
      name,
      index % 2 === 0 ? { one_click_subscribe: true } : { description: `${name}!` },
    );
    ids.push(id);
    // Two in each minute: equal rows need an order, too.
    if (index % 2 === 1) world.clock.forward(MINUTE);
  }
  const [apple = "", berry = "", cherry = ""] = ids;
  for (const id of [berry, berry, cherry, apple, berry]) await olga.click(id);
  await olga.subscribe(cherry, { headers: { authorization: "Bearer mia" } });
}

// These tests change nothing: one start is enough, as soon as the log is captured.
let started: Promise<void> | undefined;
beforeEach(() => {
  started ??= start();
  return started;
});
afterAll(() => dynamo.close());

const titles = (rows: readonly WireRecommendation[]) => rows.map(({ title }) => title).join(" ");

async function found(query: Record<string, string>): Promise<[string, number]> {
  const { status, body } = await olga.list({ limit: "100", ...query });
  expect(status).toBe(200);
  return [titles(body.recommendations), body.meta.pagination.total];
}

describe("a page", () => {
  it("is the first five, newest first, with the totals", async () => {
    const { status, body } = await olga.list();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["recommendations", "meta"]);
    expect(body.recommendations).toHaveLength(5);
    expect(body.recommendations[0].title).toBe("grape");
    expect(body.recommendations[0]).not.toHaveProperty("count");
    expect(body.meta).toEqual({ pagination: { page: 1, limit: 5, pages: 2, total: 7, prev: null, next: 2 } });
  });

  it.each(["", "count.clicks", "one_click_subscribe", "updated_at asc"])(
    "after another shows each row once, in order %j",
    async (order) => {
      const [all] = await found({ order });
      const pages: string[] = [];
      for (const page of ["1", "2", "3", "4"]) {
        pages.push(titles((await olga.list({ order, page, limit: "2" })).body.recommendations));
      }
      expect(pages.join(" ")).toBe(all);
    },
  );

  it("beyond the last one is empty", async () => {
    const { body } = await olga.list({ page: "9" });
    expect(body).toEqual({
      recommendations: [],
      meta: { pagination: { page: 9, limit: 5, pages: 2, total: 7, prev: 8, next: null } },
    });
  });

  it.each<Record<string, string>>([
    { page: "0" },
    { page: "-1" },
    { page: "1.5" },
    { page: "x" },
    { limit: "0" },
    { limit: "101" },
    { limit: "all" },
  ])("%j is rejected", async (query) => {
    expect(await olga.list(query)).toMatchObject(problem(400, "validation_error"));
  });
});

describe("a filter", () => {
  it.each<[string, string, number]>([
    ["title:fig", "fig", 1],
    ["title:~'rr'", "cherry Berry", 2],
    ["one_click_subscribe:true", "grape elder cherry apple", 4],
    ["description:-null", "fig date Berry", 3],
    ["created_at:>'2026-11-20T03:02:00.000Z'", "grape", 1],
    ["title:[apple,fig]", "fig apple", 2],
    ["one_click_subscribe:true+title:-grape", "elder cherry apple", 3],
    ["title:nothing", "", 0],
  ])("%s finds %s, and the totals count only these", async (filter, expected, total) => {
    expect(await found({ filter, order: "created_at desc" }).then(([rows, count]) => [sorted(rows), count])).toEqual([
      sorted(expected),
      total,
    ]);
    const { pagination } = (await olga.list({ filter, limit: "2" })).body.meta;
    expect(pagination).toMatchObject({ total, pages: Math.ceil(total / 2) });
  });

  it.each<[string, string]>([
    ["an unknown field", "colour:red"],
    ["a field's wrong case", "Title:fig"],
    ["a count", "count.clicks:>1"],
    ["a name that every object has", "__proto__:x"],
    ["a name that every object has, negated", "constructor:-x"],
    ["a syntax error", "title:"],
    ["one parenthesis too many", "(title:fig"],
    ["a hundred parentheses", `${"(".repeat(100)}title:fig${")".repeat(100)}`],
    ["a thousand parentheses", `${"(".repeat(995)}title:x${")".repeat(995)}`],
    ["2,001 characters", `title:'${"x".repeat(1_993)}'`],
  ])("of %s is rejected at once, and nothing is read for it", async (_what, filter) => {
    dynamo.requests.length = 0;
    const spent = await cpuTime(async () => {
      expect(await olga.list({ filter })).toMatchObject(problem(400, "invalid_filter"));
    });
    expect(spent).toBeLessThan(REFUSED_WITHIN_MS);
    expect(dynamo.requests).toEqual([]);
  });

  it("may have 2,000 characters", async () => {
    expect((await olga.list({ filter: `title:'${"x".repeat(1_992)}'` })).status).toBe(200);
  });
});

function sorted(rows: string): string {
  return rows.split(" ").sort().join(" ");
}

describe("an order", () => {
  it.each<[string, string]>([
    ["title asc", "apple Berry cherry date elder fig grape"],
    ["title", "grape fig elder date cherry Berry apple"],
    ["one_click_subscribe asc,title asc", "Berry date fig apple cherry elder grape"],
    ["count.clicks,title asc", "Berry apple cherry date elder fig grape"],
    ["count.subscribers desc, count.clicks asc, title desc", "cherry grape fig elder date apple Berry"],
  ])("%j gives %s", async (order, expected) => {
    expect(await found({ order })).toEqual([expected, 7]);
  });

  it("with more parts than there are fields is rejected with a short message", async () => {
    for (const query of [{ order: "a,".repeat(3_500) }, { include: "a,".repeat(3_500) }]) {
      const answer = await olga.list(query);
      expect(answer).toMatchObject(problem(400, "validation_error"));
      expect(JSON.stringify(answer.body).length).toBeLessThan(500);
    }
    expect(JSON.stringify((await olga.list({ order: "a b c,".repeat(20) })).body).length).toBeLessThan(5_000);
  });

  it.each(["id", "url", "title up", "title ASC", "title asc desc", "title,,created_at", "__proto__", "count"])(
    "%j is rejected",
    async (order) => {
      expect(await olga.list({ order })).toMatchObject(problem(400, "validation_error"));
    },
  );
});

describe("counts", () => {
  const counts = async (query: Record<string, string>) => {
    const { body } = await olga.list({ limit: "3", order: "created_at asc,title asc", ...query });
    return body.recommendations.map((row: WireRecommendation) => row.count);
  };

  it("are shown when requested, zero included", async () => {
    expect(await counts({ include: "count.clicks,count.subscribers", filter: "title:[apple,berry,cherry]" })).toEqual([
      { clicks: 1, subscribers: 0 },
      { clicks: 3, subscribers: 0 },
      { clicks: 1, subscribers: 1 },
    ]);
    expect(await counts({ include: "count.subscribers", filter: "title:cherry" })).toEqual([{ subscribers: 1 }]);
  });

  it("are shown when ordered by", async () => {
    expect(await counts({ order: "count.clicks", filter: "title:berry" })).toEqual([{ clicks: 3 }]);
  });

  it("cause no read unless they are requested", async () => {
    dynamo.requests.length = 0;
    await olga.list();
    const without = dynamo.requests.length;
    await olga.list({ include: "count.clicks" });
    expect(dynamo.requests.length - 2 * without).toBe(1);
  });

  it.each(["clicks", "count.views", "count", "count.clicks,", "__proto__"])("of %j are rejected", async (include) => {
    expect(await olga.list({ include })).toMatchObject(problem(400, "validation_error"));
  });
});

it("are left out when not requested: a single recommendation has no meta", async () => {
  const [row] = (await olga.list({ filter: "title:fig" })).body.recommendations;
  expect((await olga.get(row.id)).body).toEqual({ recommendations: [row] });
});
