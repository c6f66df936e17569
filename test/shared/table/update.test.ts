import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { is, isAbsent, isPresent } from "../../../lambdas/shared/table/expression.ts";
import { deleteItem, putItem, STILL_HOLDS, updateAndGet, updateItem } from "../../../lambdas/shared/table/update.ts";
import { awsError, lostAnswer } from "../../emulators/aws-errors.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient, interceptedClient } from "../../emulators/intercepted-client.ts";

let where: { TableName: string; Key: { pk: string; sk: string } };
let items = 0;

dynamoOfFile();
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

const take = (holder: string) => ({ set: { holder }, when: [isAbsent("holder")], ownWrite: [is("holder", holder)] });

describe.each([
  ["an update", (client: DynamoDBDocumentClient, holder: string) => updateItem(client, where, take(holder))],
  [
    "an update that is read",
    async (client: DynamoDBDocumentClient, holder: string) =>
      (await updateAndGet<{ holder: string }>(client, where, take(holder)))?.holder === holder,
  ],
  [
    "a put",
    (client: DynamoDBDocumentClient, holder: string) =>
      putItem(client, where, { item: { holder }, when: [isAbsent("holder")], ownWrite: [is("holder", holder)] }),
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
    const other = () => stored({ holder: "two" });
    expect(await write(forgetful(other), "one")).toBe(false);
    expect(await write(disconnected(other), "one")).toBe(false);
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
  const release = { remove: ["holder"], when: [is("holder", "one")], ownWrite: [isAbsent("holder")] };
  const gone = disconnected(async () => {
    await deleteItem(dynamo.client, where, [isPresent("sk")]);
  });
  expect(await updateItem(gone, where, release)).toBe(false);
  expect(await item()).toBeNull();
});

it("writes the same again when the condition still holds", async () => {
  await stored({ holder: "one" });
  const renew = { set: { until: 2 }, when: [is("holder", "one")], ownWrite: STILL_HOLDS } as const;
  expect(await updateItem(forgetful(), where, renew)).toBe(true);
  const takenOver = forgetful(() => stored({ holder: "two" }));
  expect(await updateItem(takenOver, where, renew)).toBe(false);
  expect(await item()).toEqual({ holder: "two" });
});

describe("a delete", () => {
  const ofOne = [is("holder", "one")];

  it("is refused when the item is another one or missing", async () => {
    expect(await deleteItem(dynamo.client, where, ofOne)).toBe(false);
    await stored({ holder: "two" });
    expect(await deleteItem(dynamo.client, where, ofOne)).toBe(false);
    expect(await item()).toEqual({ holder: "two" });
  });

  it("has deleted the item when its response was lost", async () => {
    await stored({ holder: "one" });
    expect(await deleteItem(forgetful(), where, ofOne)).toBe(true);
    expect(await item()).toBeNull();
  });

  it("does not count another item as deleted, though each of its calls is retried", async () => {
    await stored({ holder: "two" });
    expect(await deleteItem(retried(), where, ofOne)).toBe(false);
    expect(await item()).toEqual({ holder: "two" });
  });

  it("does not delete a later item when its response was lost", async () => {
    await stored({ holder: "one" });
    const replaced = forgetful(() => stored({ holder: "two" }));
    expect(await deleteItem(replaced, where, ofOne)).toBe(false);
    expect(await item()).toEqual({ holder: "two" });
  });
});

describe("every conditional write of the features", () => {
  it("goes through update.ts, with its own way to recognize its own write", async () => {
    const around: string[] = [];
    for await (const path of glob("lambdas/**/*.ts")) {
      // The last makes the answer of a failed condition, for a call that is not sent.
      if (/shared\/(?:table\/update|canned-answer)\.ts$/.test(path)) continue;
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
