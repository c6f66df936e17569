import { afterEach, beforeEach, expect, it } from "vitest";
import {
  ALL_HOSTS,
  MENTIONS_IN_ALL,
  MENTIONS_OF_A_HOST,
  MentionCountTable,
} from "../../../lambdas/recommendations/tables/mention-count-table.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";

let dynamo: TestDynamo;
let counts: MentionCountTable;

beforeEach(async () => {
  dynamo = await startDynamo();
  counts = new MentionCountTable(dynamo.client, "recommendations");
});
afterEach(() => dynamo.close());

it("admits a hundred mentions of a host, of many concurrent ones", async () => {
  const admissions = await Promise.all(Array.from({ length: 120 }, () => counts.admit("busy.example")));
  expect(admissions.filter((admission) => admission === "admitted")).toHaveLength(MENTIONS_OF_A_HOST);
  expect(admissions.filter((admission) => admission === "host_full")).toHaveLength(20);
  expect(await counts.admit("calm.example")).toBe("admitted");
  expect(Object.fromEntries(await counts.counts())).toEqual({ "busy.example": 100, "calm.example": 1, all: 101 });
});

it("admits ten thousand in all, and does not count refused ones against their host", async () => {
  await counts.correct(new Map(), new Map([[ALL_HOSTS, MENTIONS_IN_ALL - 1]]));
  expect(await counts.admit("first.example")).toBe("admitted");
  for (let index = 0; index < 3; index += 1) expect(await counts.admit("late.example")).toBe("mentions_full");
  expect(Object.fromEntries(await counts.counts())).toMatchObject({ "late.example": 0, all: MENTIONS_IN_ALL });
});
