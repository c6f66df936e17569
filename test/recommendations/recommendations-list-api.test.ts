import { afterAll, beforeEach, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { problem } from "../emulators/feature-api.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { RecommendationsWorld, WireRecommendation } from "./recommendations-world.ts";
import { publisher, recommendationsWorld } from "./recommendations-world.ts";

// The results and refusals of filters, orders and pages: test/recommendations/http/query.

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
    ids.push((await olga.added(name, { one_click_subscribe: index % 2 === 0 })).id);
    world.clock.forward(MINUTE);
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

/** The titles of a list of all, and their number. */
async function found(query: Record<string, string>): Promise<[string, number]> {
  const { status, body } = await olga.list({ limit: "100", ...query });
  expect(status).toBe(200);
  const titles = body.recommendations.map(({ title }: WireRecommendation) => title).join(" ");
  return [titles, body.meta.pagination.total];
}

it("a list is a page of five, newest first, with the totals and without counts", async () => {
  const { status, body } = await olga.list();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["recommendations", "meta"]);
  expect(body.recommendations).toHaveLength(5);
  expect(body.recommendations[0].title).toBe("grape");
  expect(body.recommendations[0]).not.toHaveProperty("count");
  expect(body.meta).toEqual({ pagination: { page: 1, limit: 5, pages: 2, total: 7, prev: null, next: 2 } });
});

it.each<[Record<string, string>, string, number]>([
  [{ filter: "one_click_subscribe:true+title:-grape" }, "elder cherry apple", 3],
  [{ filter: "created_at:>now-90s" }, "grape", 1],
  [{ filter: `title:'${"x".repeat(1_992)}'` }, "", 0],
  [{ order: "title asc" }, "apple Berry cherry date elder fig grape", 7],
  [{ order: "count.subscribers desc, count.clicks asc, title desc" }, "cherry grape fig elder date apple Berry", 7],
])("a list by %j shows %s, and counts only these", async (query, titles, total) => {
  expect(await found(query)).toEqual([titles, total]);
});

it.each([
  [{ filter: "title:" }, "invalid_filter"],
  [{ filter: `title:'${"x".repeat(1_993)}'` }, "invalid_filter"],
  [{ order: "id" }, "validation_error"],
])("a list by %j is refused, and nothing is read for it", async (query, code) => {
  dynamo.requests.length = 0;
  expect(await olga.list(query)).toMatchObject(problem(400, code));
  expect(dynamo.requests).toEqual([]);
});

it("the counts are shown when they are requested, zero included, and when they order the list", async () => {
  const counts = async (query: Record<string, string>) =>
    (await olga.list(query)).body.recommendations.map(({ count }: WireRecommendation) => count);
  const filter = "title:[apple,berry,cherry]";
  expect(await counts({ include: "count.clicks,count.subscribers", order: "title asc", filter })).toEqual([
    { clicks: 1, subscribers: 0 },
    { clicks: 3, subscribers: 0 },
    { clicks: 1, subscribers: 1 },
  ]);
  expect(await counts({ order: "count.clicks", filter: "title:berry" })).toEqual([{ clicks: 3 }]);
});

it("the counts are one read of one unit, and none unless they are requested", async () => {
  const cost = async (query: Record<string, string>) => {
    dynamo.consumed.length = 0;
    await olga.list(query);
    const units = dynamo.consumed.reduce((sum, request) => sum + (request.units ?? Number.NaN), 0);
    return { reads: dynamo.consumed.length, units };
  };
  const plain = await cost({});
  const counted = await cost({ include: "count.clicks,count.subscribers", order: "count.clicks" });
  expect(counted).toEqual({ reads: plain.reads + 1, units: plain.units + 1 });
});

it("a single recommendation is as in the list, without meta", async () => {
  const [row] = (await olga.list({ filter: "title:fig" })).body.recommendations;
  expect((await olga.get(row.id)).body).toEqual({ recommendations: [row] });
});
