import { beforeEach, expect, it } from "vitest";
import {
  ALL_HOSTS,
  MENTIONS_IN_ALL,
  MENTIONS_OF_A_HOST,
  MentionCountTable,
} from "../../../lambdas/recommendations/tables/mention-count-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";

let counts: MentionCountTable;

dynamoOfEachTest();
beforeEach(() => {
  counts = new MentionCountTable(dynamo.client, "recommendations");
});

it("admits a hundred mentions of a host, also of concurrent ones", async () => {
  await counts.correct(new Map(), new Map([["busy.example", MENTIONS_OF_A_HOST - 5]]));
  const admissions = await Promise.all(Array.from({ length: 8 }, () => counts.admit("busy.example")));
  expect(admissions.toSorted()).toEqual([...Array(5).fill("admitted"), ...Array(3).fill("host_full")]);
  expect(await counts.admit("calm.example")).toBe("admitted");
  expect(Object.fromEntries(await counts.counts())).toEqual({ "busy.example": 100, "calm.example": 1, all: 6 });
});

it("admits ten thousand in all, and does not count refused ones against their host", async () => {
  await counts.correct(new Map(), new Map([[ALL_HOSTS, MENTIONS_IN_ALL - 1]]));
  expect(await counts.admit("first.example")).toBe("admitted");
  for (let index = 0; index < 3; index += 1) expect(await counts.admit("late.example")).toBe("mentions_full");
  expect(Object.fromEntries(await counts.counts())).toMatchObject({ "late.example": 0, all: MENTIONS_IN_ALL });
});

it("corrects the counts that differ, and leaves those that have changed meanwhile to the next run", async () => {
  for (const host of ["right.example", "wrong.example", "lost.example", "busy.example"]) await counts.admit(host);
  const seen = await counts.counts();
  await counts.admit("busy.example");
  const actual = new Map([
    [ALL_HOSTS, 4],
    ["right.example", 1],
    ["wrong.example", 3],
    ["busy.example", 9],
    ["missing.example", 2],
  ]);
  // The count of all has changed, too.
  expect(await counts.correct(new Map([...seen, [ALL_HOSTS, 5]]), actual)).toBe(4);
  expect(Object.fromEntries(await counts.counts())).toEqual({
    [ALL_HOSTS]: 4,
    "right.example": 1,
    "wrong.example": 3,
    "busy.example": 2,
    "missing.example": 2,
  });
  expect(await counts.correct(await counts.counts(), actual)).toBe(1);
  expect(await counts.correct(await counts.counts(), actual)).toBe(0);
});

it("corrects a count to zero, and removes it", async () => {
  const one = new Map([["a.example", 1]]);
  expect(await counts.correct(new Map([["a.example", 0]]), one)).toBe(1);
  // Already counted by another request, or no longer there.
  expect(await counts.correct(new Map(), one)).toBe(0);
  expect(await counts.correct(new Map([["a.example", 2]]), new Map())).toBe(0);
  expect(await counts.correct(new Map([["missing.example", 2]]), new Map([["missing.example", 3]]))).toBe(0);
  expect(await counts.correct(one, new Map())).toBe(1);
  expect(await counts.counts()).toEqual(new Map());
});

it("corrects at most a thousand counts in a run", async () => {
  const actual = new Map(Array.from({ length: 1_001 }, (_, index) => [`${index}.example`, 1]));
  // Every write succeeds, and none is made.
  const willing = new MentionCountTable({ send: async () => ({}) } as never, "recommendations");
  expect(await willing.correct(new Map(), actual)).toBe(1_000);
});
