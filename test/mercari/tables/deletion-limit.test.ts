import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DeletionLimit, removalsAllowed } from "../../../lambdas/mercari/tables/deletion-limit.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { START } from "../../emulators/test-clock.ts";
import { newProductId } from "../result-rows.ts";

describe("an hour", () => {
  it.each([
    [0, 1],
    [3, 1],
    [6, 1],
    [7, 2],
    [33, 9],
    [34, 10],
    [10_000, 10],
  ])("of a product with %i rows on sale may remove %i", (rowsOnSale, allowed) => {
    expect(removalsAllowed(rowsOnSale)).toBe(allowed);
  });
});

describe("the deletionLimit", () => {
  let dynamo: TestDynamo;
  let deletionLimit: DeletionLimit;
  let productId: string;

  beforeAll(async () => {
    dynamo = await startDynamo();
    deletionLimit = new DeletionLimit(dynamo.client, "mercari");
  });
  afterAll(() => dynamo.close());
  beforeEach(() => {
    productId = newProductId();
  });

  it("lets so many removals through and no more, however many come at once", async () => {
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => deletionLimit.take(productId, 400, "495317", START)),
    );
    expect(taken.filter((through) => through)).toHaveLength(10);
  });

  it("counts each hour and each product for itself", async () => {
    expect(await deletionLimit.take(productId, 1, "495317", START)).toBe(true);
    expect(await deletionLimit.take(productId, 1, "495317", START)).toBe(false);
    expect(await deletionLimit.take(productId, 1, "495318", START)).toBe(true);
    expect(await deletionLimit.take(newProductId(), 1, "495317", START)).toBe(true);
  });

  it("goes by what is on sale now", async () => {
    expect(await deletionLimit.take(productId, 7, "495317", START)).toBe(true);
    expect(await deletionLimit.take(productId, 6, "495317", START)).toBe(false);
    expect(await deletionLimit.take(productId, 7, "495317", START)).toBe(true);
  });
});
