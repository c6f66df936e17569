import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { is } from "../../../lambdas/shared/table/expression.ts";
import { updateAndGet } from "../../../lambdas/shared/table/update.ts";
import type { LeaseAttributes } from "../../../lambdas/shared/work/lease.ts";
import { leaseAt, leaseAttributes, leaseOf } from "../../../lambdas/shared/work/lease.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";

let items = 0;

dynamoOfFile();

describe.each([["an item"], ["a map of an item", "active"]])("a lease in %s", (_what, map?: string) => {
  const LEASE = leaseAt(map);
  let where: { TableName: string; Key: { pk: string; sk: string } };

  beforeEach(async () => {
    items += 1;
    where = { TableName: "books", Key: { pk: "tests", sk: `item-${items}` } };
    await dynamo.client.send(new PutCommand({ TableName: "books", Item: { ...where.Key, there: true, active: {} } }));
  });

  type Item = LeaseAttributes & { readonly active: LeaseAttributes; readonly reached?: number };

  /** @returns the lease afterwards; undefined when it was refused */
  async function write(update: Parameters<typeof updateAndGet>[2], client: DynamoDBDocumentClient = dynamo.client) {
    const item = await updateAndGet<Item>(client, where, update);
    return item === null ? undefined : leaseOf(map === undefined ? item : item.active);
  }
  const take = (holder: string, minute: number, beside = {}) =>
    write(LEASE.take({ holder, now: at(minute * MINUTE), until: at((minute + 1) * MINUTE) }, beside));
  const of = (holder: string, minute: number) => ({ holder, until: at(minute * MINUTE).toISOString() });

  it("is taken by one holder, until it expires", async () => {
    expect(await take("a", 0)).toEqual(of("a", 1));
    expect(await take("b", 0.99)).toBeUndefined();
    expect(await take("b", 1)).toEqual(of("b", 2));
  });

  it("is renewed and released by its holder only", async () => {
    await take("a", 0);
    expect(await write(LEASE.renew("b", at(5 * MINUTE)))).toBeUndefined();
    expect(await write(LEASE.release("b"))).toBeUndefined();
    expect(await write(LEASE.renew("a", at(5 * MINUTE)))).toEqual(of("a", 5));
    expect(await take("b", 4)).toBeUndefined();
    expect(await write(LEASE.release("a"))).toBeNull();
    expect(await write(LEASE.renew("a", at(6 * MINUTE)))).toBeUndefined();
    expect(await take("b", 4)).toEqual(of("b", 5));
  });

  it("that is released with a time has no holder, and is free from then on", async () => {
    await take("a", 0);
    expect(await write(LEASE.release("a", {}, at(3 * MINUTE)))).toBeNull();
    expect(await write(LEASE.renew("a", at(6 * MINUTE)))).toBeUndefined();
    expect(await take("b", 2)).toBeUndefined();
    expect(await take("b", 3)).toEqual(of("b", 4));
  });

  // In the fault matrix no renewal loses its answer, and only a line of the log depends on a release.
  it("is renewed and released although the response was lost", async () => {
    await take("a", 0);
    expect(await write(LEASE.renew("a", at(5 * MINUTE)), forgetfulClient(dynamo))).toEqual(of("a", 5));
    expect(await write(LEASE.release("a"), forgetfulClient(dynamo))).toBeNull();
  });

  it("is written together with other attributes, also under their condition", async () => {
    const set = { reached: 7 };
    expect(await take("a", 0, { set, when: [is("there", false)] })).toBeUndefined();
    expect(await take("a", 0, { set, when: [is("there", true)] })).toEqual(of("a", 1));
    const without = await updateAndGet<Item>(dynamo.client, where, LEASE.release("a", { remove: ["reached"] }));
    expect(without?.reached).toBeUndefined();
  });
});

it("is read as it was written", () => {
  const lease = { holder: "a", until: at(0).toISOString() };
  expect(leaseOf(leaseAttributes(lease))).toEqual(lease);
  expect(leaseOf(leaseAttributes(null))).toBeNull();
  expect(leaseOf({ lease_holder: "a" })).toBeNull();
  expect(leaseOf({ lease_until: lease.until })).toBeNull();
});
