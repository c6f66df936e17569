import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import type { LimitedUse } from "../../../lambdas/shared/idempotency/limited-uses.ts";
import { UserLimits } from "../../../lambdas/shared/idempotency/user-limits.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";

dynamoOfFile();

let tests = 0;
let user: string;
let limits: UserLimits;

beforeEach(() => {
  tests += 1;
  user = `user-${tests}`;
  limits = new UserLimits(dynamo.client, "idempotency_keys");
  dynamo.consumed.length = 0;
});

const NOON = new Date("2026-11-20T12:15:00.500Z");
const refusal = (retryAfter: string) => ({ status: 429, code: "rate_limited", headers: { "retry-after": retryAfter } });

/** Uses of the window that another container has counted. */
async function counted(use: LimitedUse, uses: number, window: string): Promise<void> {
  const Item = { id: `${use}#${derivedId(user)}#${window}`, count: uses };
  await dynamo.client.send(new PutCommand({ TableName: "idempotency_keys", Item }));
}

async function count(times: number, use: LimitedUse = "saves", of = limits, now = NOON): Promise<void> {
  for (let use_ = 0; use_ < times; use_ += 1) await of.count(use, user, now);
}

describe("the limits of a user", () => {
  it.each([
    { use: "saves", most: 400, retryAfter: "2700", window: "2026-11-20T12:00:00.000Z" },
    { use: "repeats", most: 400, retryAfter: "2700", window: "2026-11-20T12:00:00.000Z" },
    { use: "searches", most: 600, retryAfter: "2700", window: "2026-11-20T12:00:00.000Z" },
    { use: "imports", most: 20_000, retryAfter: "42300", window: "2026-11-20T00:00:00.000Z" },
  ] as const)("are $most $use, then 429 with the seconds until the window ends", async (limit) => {
    const { use, most, retryAfter, window } = limit;
    await counted(use, most - 20, window);
    await count(20, use);
    await expect(limits.count(use, user, NOON)).rejects.toMatchObject(refusal(retryAfter));
    // No other use, no other user.
    await limits.count(use === "saves" ? "searches" : "saves", user, NOON);
    await limits.count(use, `${user}-else`, NOON);
  });

  it("begin anew with the hour", async () => {
    await count(400);
    await expect(limits.count("saves", user, new Date("2026-11-20T12:59:59.999Z"))).rejects.toMatchObject(refusal("1"));
    await limits.count("saves", user, new Date("2026-11-20T13:00:00.000Z"));
  });

  it("hold for all containers together, 19 uses more each", async () => {
    await count(385);
    const another = new UserLimits(dynamo.client, "idempotency_keys");
    await count(20, "saves", another);
    await expect(another.count("saves", user, NOON)).rejects.toMatchObject(refusal("2700"));
  });

  it("cost a write for twenty uses, and none when the limit is reached", async () => {
    await count(19);
    expect(dynamo.consumed).toEqual([]);
    await count(381);
    expect(dynamo.consumed).toHaveLength(20);
    await expect(limits.count("saves", user, NOON)).rejects.toMatchObject(refusal("2700"));
    expect(dynamo.consumed).toHaveLength(20);
  });

  it("store no user, and expire after their window", async () => {
    await count(20);
    const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "idempotency_keys" }));
    const stored = Items.filter(({ id }) => id.includes(derivedId(user)));
    expect(stored).toEqual([
      {
        id: expect.stringMatching(/^saves#[0-9a-f-]{36}#2026-11-20T12:00:00\.000Z$/),
        count: 20,
        expires_at: Date.parse("2026-11-20T14:00:00.000Z") / 1_000,
      },
    ]);
  });
});
