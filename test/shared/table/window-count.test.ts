import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { countOne, countUpTo, enterUpTo } from "../../../lambdas/shared/table/window-count.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient } from "../../emulators/intercepted-client.ts";

let window: { TableName: string; Key: { pk: string; sk: string }; expiresAt: number };
let windows = 0;

dynamoOfFile();
beforeEach(() => {
  windows += 1;
  window = { TableName: "books", Key: { pk: "tests", sk: `window-${windows}` }, expiresAt: 1_800_000_000 };
});

async function item() {
  const { TableName, Key } = window;
  return (await dynamo.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
}

const times = <T>(count: number, act: () => Promise<T>) => Promise.all(Array.from({ length: count }, act));

describe("a count up to a limit", () => {
  it("succeeds as often as the limit, for any number of concurrent calls", async () => {
    const passed = await times(30, () => countUpTo(dynamo.client, window, 7));
    expect(passed.filter(Boolean)).toHaveLength(7);
    expect(await item()).toEqual({ ...window.Key, count: 7, expires_at: 1_800_000_000 });
  });

  it("never succeeds with a limit of zero, and sends nothing", async () => {
    dynamo.requests.length = 0;
    expect(await countUpTo(dynamo.client, window, 0)).toBe(false);
    expect(dynamo.requests).toEqual([]);
  });

  it("is never too low when a response was lost", async () => {
    const client = forgetfulClient(dynamo);
    expect(await countUpTo(client, window, 7)).toBe(true);
    expect(await item()).toMatchObject({ count: 2 });
  });
});

it("counts without a limit, and returns the count", async () => {
  expect((await times(3, () => countOne(dynamo.client, window))).sort()).toEqual([1, 2, 3]);
  expect(await item()).toEqual({ ...window.Key, count: 3, expires_at: 1_800_000_000 });
});

it("enters as many ids as the limit, and the same one once", async () => {
  const enter = (id: string) => enterUpTo(dynamo.client, window, { set: "ids", id, most: 2 });
  expect(await enter("a")).toBe(true);
  expect(await enter("a")).toBe(true);
  expect(await enter("b")).toBe(true);
  expect(await enter("c")).toBe(false);
  expect(await enter("b")).toBe(true);
  expect(await item()).toEqual({ ...window.Key, ids: new Set(["a", "b"]), expires_at: 1_800_000_000 });
});
