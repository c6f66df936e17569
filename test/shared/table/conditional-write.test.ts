import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  conditionalDelete,
  conditionalPut,
  conditionalUpdate,
  STILL_HOLDS,
  updatedItem,
} from "../../../lambdas/shared/table/conditional-write.ts";
import { awsError, lostAnswer } from "../../emulators/aws-errors.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { forgetfulClient, interceptedClient } from "../../emulators/intercepted-client.ts";

let dynamo: TestDynamo;
let where: { TableName: string; Key: { pk: string; sk: string } };
let items = 0;

beforeAll(async () => {
  dynamo = await startDynamo();
});
afterAll(() => dynamo.close());
beforeEach(() => {
  items += 1;
  where = { TableName: "books", Key: { pk: "tests", sk: `item-${items}` } };
});

async function item() {
  const { Item } = await dynamo.client.send(new GetCommand({ ...where, ConsistentRead: true }));
  if (Item === undefined) return null;
  const { pk: _pk, sk: _sk, ...attributes } = Item;
  return attributes;
}

async function stored(attributes: object): Promise<void> {
  await dynamo.client.send(new PutCommand({ TableName: where.TableName, Item: { ...where.Key, ...attributes } }));
}

const forgetful = (meanwhile?: () => Promise<void>) => forgetfulClient(dynamo, meanwhile);

/** A client whose first attempt never arrives; `meanwhile` is called before the SDK's retry. */
function disconnected(meanwhile: () => Promise<void>): DynamoDBDocumentClient {
  let attempts = 0;
  return interceptedClient(dynamo, async (_attempt, forward) => {
    attempts += 1;
    if (attempts > 1) return forward();
    await meanwhile();
    throw lostAnswer();
  });
}

/** A client each of whose calls arrives by the SDK's retry only. */
function retried(): DynamoDBDocumentClient {
  let attempts = 0;
  return interceptedClient(dynamo, async (_attempt, forward) => {
    attempts += 1;
    if (attempts % 2 === 0) return forward();
    throw lostAnswer();
  });
}

const take = (holder: string) => ({
  UpdateExpression: "SET holder = :holder",
  ConditionExpression: "attribute_not_exists(holder)",
  ownWrite: "holder = :holder",
  ExpressionAttributeValues: { ":holder": holder },
});

describe.each([
  ["an update", (client: DynamoDBDocumentClient, holder: string) => conditionalUpdate(client, where, take(holder))],
  [
    "an update that is read",
    async (client: DynamoDBDocumentClient, holder: string) =>
      (await updatedItem<{ holder: string }>(client, where, take(holder)))?.holder === holder,
  ],
  [
    "a put",
    (client: DynamoDBDocumentClient, holder: string) =>
      conditionalPut(client, where, {
        Item: { holder },
        ConditionExpression: "attribute_not_exists(holder)",
        ownWrite: "holder = :holder",
        ExpressionAttributeValues: { ":holder": holder },
      }),
  ],
])("%s whose condition names a state", (_what, write) => {
  it("is refused when another write was first, and sends no further request", async () => {
    expect(await write(dynamo.client, "one")).toBe(true);
    dynamo.requests.length = 0;
    expect(await write(dynamo.client, "two")).toBe(false);
    expect(dynamo.requests).toHaveLength(1);
    expect(await item()).toEqual({ holder: "one" });
  });

  it("recognizes its own write when its response was lost", async () => {
    expect(await write(forgetful(), "one")).toBe(true);
    expect(await item()).toEqual({ holder: "one" });
  });

  it("does not undo a later write when its response was lost", async () => {
    const meanwhile = () => stored({ holder: "one", progress: 1 });
    expect(await write(forgetful(meanwhile), "one")).toBe(true);
    expect(await item()).toEqual({ holder: "one", progress: 1 });
  });

  it("does not count another write as its own, though each of its calls is retried", async () => {
    await stored({ holder: "two" });
    expect(await write(retried(), "one")).toBe(false);
    expect(await item()).toEqual({ holder: "two" });
  });

  it("does not count another write as its own", async () => {
    expect(
      await write(
        forgetful(() => stored({ holder: "two" })),
        "one",
      ),
    ).toBe(false);
    expect(
      await write(
        disconnected(() => stored({ holder: "two" })),
        "one",
      ),
    ).toBe(false);
    expect(await item()).toEqual({ holder: "two" });
  });

  it("throws any other error", async () => {
    const client = interceptedClient(dynamo, async () => {
      throw awsError("AccessDeniedException", 400);
    });
    await expect(write(client, "one")).rejects.toMatchObject({ name: "AccessDeniedException" });
  });
});

it("creates no item by asking for its own write when none is left", async () => {
  await stored({ holder: "one" });
  const release = {
    UpdateExpression: "REMOVE holder",
    ConditionExpression: "holder = :holder",
    ownWrite: "attribute_not_exists(holder)",
    ExpressionAttributeValues: { ":holder": "one" },
  };
  const gone = disconnected(async () => {
    await conditionalDelete(dynamo.client, where, { ConditionExpression: "attribute_exists(sk)" });
  });
  expect(await conditionalUpdate(gone, where, release)).toBe(false);
  expect(await item()).toBeNull();
});

it("writes the same again when the condition still holds", async () => {
  await stored({ holder: "one" });
  const renew = {
    UpdateExpression: "SET until = :until",
    ConditionExpression: "holder = :holder",
    ownWrite: STILL_HOLDS,
    ExpressionAttributeValues: { ":holder": "one", ":until": 2 },
  } as const;
  const { UpdateExpression: _update, ...condition } = renew;
  const named = { UpdateExpression: "SET #until = :until", ExpressionAttributeNames: { "#until": "until" } };
  expect(await conditionalUpdate(forgetful(), where, { ...condition, ...named })).toBe(true);
  expect(
    await conditionalUpdate(
      forgetful(() => stored({ holder: "two" })),
      where,
      { ...condition, ...named },
    ),
  ).toBe(false);
  expect(await item()).toEqual({ holder: "two" });
});

describe("a delete", () => {
  const ofOne = { ConditionExpression: "holder = :holder", ExpressionAttributeValues: { ":holder": "one" } };

  it("is refused when the item is another one or missing", async () => {
    expect(await conditionalDelete(dynamo.client, where, ofOne)).toBe(false);
    await stored({ holder: "two" });
    expect(await conditionalDelete(dynamo.client, where, ofOne)).toBe(false);
    expect(await item()).toEqual({ holder: "two" });
  });

  it("has deleted the item when its response was lost", async () => {
    await stored({ holder: "one" });
    expect(await conditionalDelete(forgetful(), where, ofOne)).toBe(true);
    expect(await item()).toBeNull();
  });

  it("does not count another item as deleted, though each of its calls is retried", async () => {
    await stored({ holder: "two" });
    expect(await conditionalDelete(retried(), where, ofOne)).toBe(false);
    expect(await item()).toEqual({ holder: "two" });
  });

  it("does not delete a later item when its response was lost", async () => {
    await stored({ holder: "one" });
    expect(
      await conditionalDelete(
        forgetful(() => stored({ holder: "two" })),
        where,
        ofOne,
      ),
    ).toBe(false);
    expect(await item()).toEqual({ holder: "two" });
  });
});

describe("every conditional write of the features", () => {
  it("goes through conditional-write.ts, with its own way to recognize its own write", async () => {
    const around: string[] = [];
    for await (const path of glob("lambdas/**/*.ts")) {
      // The last makes the answer of a failed condition, for a call that is not sent.
      if (/shared\/(?:table\/(?:conditional-write|update)|canned-answer)\.ts$/.test(path)) continue;
      const text = readFileSync(path, "utf8");
      // A direct command with a condition, or separate handling of a failed condition.
      const commands = text.split(/new (?:Put|Update|Delete|TransactWrite)Command\(/).slice(1);
      const isConditional = commands.some((rest) => callOf(rest).includes("ConditionExpression"));
      if (isConditional || text.includes("ConditionalCheckFailed")) around.push(path);
    }
    expect(around).toEqual([]);
  });
});

/** The arguments of a call whose opening bracket has just been read. */
function callOf(rest: string): string {
  let open = 1;
  let end = 0;
  while (open > 0 && end < rest.length) {
    if (rest[end] === "(") open += 1;
    if (rest[end] === ")") open -= 1;
    end += 1;
  }
  return rest.slice(0, end);
}
