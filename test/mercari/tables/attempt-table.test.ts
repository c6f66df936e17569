import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AttemptTable } from "../../../lambdas/mercari/tables/attempt-table.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { START } from "../../emulators/test-clock.ts";

const DAY_SECONDS = 24 * 3_600;

let dynamo: TestDynamo;
let attempts: AttemptTable;

beforeAll(async () => {
  dynamo = await startDynamo();
  attempts = new AttemptTable(dynamo.client, "mercari");
});
afterAll(() => dynamo.close());

it("counts each message for itself until it is forgotten", async () => {
  expect(await attempts.of("message-1")).toBe(0);
  expect(await attempts.count("message-1", START)).toBe(1);
  expect(await attempts.count("message-1", START)).toBe(2);
  expect(await attempts.count("message-2", START)).toBe(1);
  expect(await attempts.of("message-1")).toBe(2);
  await attempts.forget("message-1");
  await attempts.forget("message-1");
  expect(await attempts.of("message-1")).toBe(0);
  expect(await attempts.of("message-2")).toBe(1);
});

it("loses no attempt of two at once", async () => {
  const counts = await Promise.all([attempts.count("message-3", START), attempts.count("message-3", START)]);
  expect(counts.sort()).toEqual([1, 2]);
});

it("outlives the message, which SQS keeps for fourteen days at the most", async () => {
  await attempts.count("message-4", START);
  const { Item } = await dynamo.client.send(
    new GetCommand({ TableName: "mercari", Key: { pk: "attempts", sk: "message-4" } }),
  );
  expect(Item?.expires_at).toBeGreaterThan(START.getTime() / 1_000 + 14 * DAY_SECONDS);
});
