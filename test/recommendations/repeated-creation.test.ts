import { afterEach, beforeEach, expect, it } from "vitest";
import { DirectoryTable } from "../../lambdas/recommendations/tables/directory-table.ts";
import { IdempotencyTable } from "../../lambdas/shared/idempotency/idempotency-table.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { s3Error } from "../emulators/s3-error.ts";
import { changeStore, TABLE } from "./changes-world.ts";
import type { RecommendationsWorld } from "./recommendations-world.ts";
import { publisher, recommendationsWorld } from "./recommendations-world.ts";

capturedLog();

const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };
let dynamo: TestDynamo;
let world: RecommendationsWorld;

beforeEach(async () => {
  dynamo = await startDynamo();
  world = recommendationsWorld(dynamo);
  // The site is recommended, and the answer is not stored with the key.
  const idempotencyKeys = Object.assign(new IdempotencyTable(dynamo.client, "idempotency_keys"), {
    settle: () => Promise.reject(new Error("refused")),
  });
  expect((await publisher({ ...world, idempotencyKeys }).add("bob", {}, KEY)).status).toBe(500);
});
afterEach(() => dynamo.close());

/** Deletes the only recommendation, and can't publish that. */
async function deletedUnpublished(): Promise<void> {
  const store = changeStore(world.bucket.meddled(() => Promise.reject(s3Error("InternalError", 500))));
  const { body } = await publisher(world).list();
  const { status } = await publisher({ ...world, ...store }).remove(body.recommendations[0].id);
  expect(status).toBe(204);
}

const urls = async () => {
  const { body } = await publisher(world).list();
  return body.recommendations.map(({ url }: { url: string }) => url);
};

it("does not bring back what was deleted, though its deletion is not published", async () => {
  await deletedUnpublished();
  expect((await publisher(world).add("bob", {}, KEY)).status).toBe(201);
  expect(await urls()).toEqual([]);
});

it("does not contradict a later recommendation of the same site", async () => {
  await deletedUnpublished();
  await publisher(world).added("bob");
  expect((await publisher(world).add("bob", {}, KEY)).status).toBe(201);
  expect(await urls()).toHaveLength(1);
});

it("adds what the first request did not, though the directory changes after it was read", async () => {
  await deletedUnpublished();
  const key = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b2" };
  const refusing = Object.assign(new DirectoryTable(dynamo.client, TABLE), {
    add: () => Promise.reject(new Error("refused")),
  });
  expect((await publisher({ ...world, directory: refusing }).add("carol", {}, key)).status).toBe(500);
  let isFirst = true;
  const changing = Object.assign(new DirectoryTable(dynamo.client, TABLE), {
    async read() {
      const seen = await world.directory.read();
      if (isFirst) await publisher(world).added("dora");
      isFirst = false;
      return seen;
    },
  });
  expect((await publisher({ ...world, directory: changing }).add("carol", {}, key)).status).toBe(201);
  expect((await urls()).sort()).toEqual(["https://carol.example/", "https://dora.example/"]);
});
