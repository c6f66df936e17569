import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { Answer } from "../../../lambdas/shared/http/answer.ts";
import type { KeyRecord } from "../../../lambdas/shared/idempotency/idempotency-table.ts";
import { IdempotencyTable } from "../../../lambdas/shared/idempotency/idempotency-table.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { throttledClient } from "../../emulators/intercepted-client.ts";
import { at, START } from "../../emulators/test-clock.ts";

const HOUR = 3_600_000;
const KEPT = 72 * HOUR;
const answer: Answer = {
  status: 201,
  body: { id: "b", note: null, tags: ["あ", "\ud83d\ude00"] },
  headers: { location: "/v1/x/b" },
};

let keys: IdempotencyTable;
let record: KeyRecord;
let records = 0;

dynamoOfFile();
beforeEach(() => {
  keys = new IdempotencyTable(dynamo.client, "idempotency_keys");
  records += 1;
  record = {
    id: `key-${records}`,
    contentHash: "hash-1",
    userId: "alice",
    creationId: "creation-1",
    requestedAt: START,
    expiresAt: (START.getTime() + KEPT) / 1_000,
    answer: null,
  };
});

const theirs = () => ({ ...record, contentHash: "hash-2", creationId: "creation-2" });
const anew = () => ({ ...theirs(), requestedAt: at(KEPT), expiresAt: (START.getTime() + 2 * KEPT) / 1_000 });

describe("claim", () => {
  it("stores the request, exact to the millisecond", async () => {
    record = { ...record, requestedAt: at(7) };
    expect(await keys.claim(record, at(7))).toBe(true);
    expect(await keys.get(record.id, at(7))).toEqual(record);
  });

  it("does not change a key that is in use, answered or not", async () => {
    await keys.claim(record, START);
    expect(await keys.claim(theirs(), START)).toBe(false);
    await keys.settle(record, answer);
    expect(await keys.claim(theirs(), at(KEPT - 1))).toBe(false);
    expect(await keys.get(record.id, START)).toEqual({ ...record, answer });
  });

  it("writes the attributes that the template and the contract name", async () => {
    await keys.claim(record, START);
    await keys.settle(record, answer);
    const { Item } = await dynamo.client.send(
      new GetCommand({ TableName: "idempotency_keys", Key: { id: record.id } }),
    );
    expect(Item).toEqual({
      id: record.id,
      content_hash: "hash-1",
      user_id: "alice",
      creation_id: "creation-1",
      asked_at: "2026-11-20T03:00:00.000Z",
      // Epoch seconds, as DynamoDB's TTL requires.
      expires_at: 1_795_143_600 + 72 * 3_600,
      answer: JSON.stringify(answer),
    });
  });
});

describe("get", () => {
  it("is null for an unused key", async () => {
    expect(await keys.get("nobody", START)).toBeNull();
  });

  it("agrees with claim at every time: a key that can't be claimed can be read", async () => {
    for (const passed of [0, 1, 999, KEPT - 1_000, KEPT - 1, KEPT, KEPT + 1, KEPT + 999, KEPT + 1_000]) {
      const one = { ...record, id: `${record.id} after ${passed}` };
      await keys.claim(one, START);
      const readable = (await keys.get(one.id, at(passed))) !== null;
      expect({ passed, claimed: await keys.claim({ ...anew(), id: one.id }, at(passed)) }).toEqual({
        passed,
        claimed: !readable,
      });
    }
  });

  it("reads consistently: the key may have been claimed a moment ago", async () => {
    const inputs: unknown[] = [];
    const send = async ({ input }: GetCommand) => ({ read: inputs.push(input) });
    const client = { send } as unknown as DynamoDBDocumentClient;
    expect(await new IdempotencyTable(client, "idempotency_keys").get(record.id, START)).toBeNull();
    expect(inputs).toMatchObject([{ ConsistentRead: true }]);
  });

  it("returns the stored answer unchanged, with any content", async () => {
    const odd: Answer = { status: 200, body: { 2: "b", 1: "a", text: '\u0000"\\\ud800', deep: [[null, {}]] } };
    await keys.claim(record, START);
    await keys.settle(record, odd);
    expect(JSON.stringify((await keys.get(record.id, START))?.answer)).toBe(JSON.stringify(odd));
  });
});

describe("settle", () => {
  it("stores the first answer and no other", async () => {
    await keys.claim(record, START);
    expect(await keys.settle(record, answer)).toBe(true);
    expect(await keys.settle(record, { status: 200 })).toBe(false);
    expect(await keys.get(record.id, START)).toEqual({ ...record, answer });
  });

  it("does not take the answer that another request stored between its attempts for its own", async () => {
    await keys.claim(record, START);
    const client = throttledClient(dynamo, async () => void (await keys.settle(record, answer)));
    expect(await new IdempotencyTable(client, "idempotency_keys").settle(record, { status: 200 })).toBe(false);
  });

  it("creates no item for a key that was deleted", async () => {
    expect(await keys.settle(record, answer)).toBe(false);
    expect(await keys.get(record.id, START)).toBeNull();
  });
});

describe("release", () => {
  it("does not change an answered key", async () => {
    await keys.claim(record, START);
    await keys.settle(record, answer);
    expect(await keys.release(record)).toBe(false);
    expect(await keys.get(record.id, START)).toEqual({ ...record, answer });
  });

  it("does not change the key of another creation", async () => {
    await keys.claim(theirs(), START);
    expect(await keys.release(record)).toBe(false);
    expect(await keys.get(record.id, START)).toEqual(theirs());
  });
});
