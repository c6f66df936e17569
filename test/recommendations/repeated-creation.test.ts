import { beforeEach, expect, it } from "vitest";
import type { Recommendation } from "../../lambdas/recommendations/domain/recommendation.ts";
import { DirectoryTable } from "../../lambdas/recommendations/tables/directory-table.ts";
import { RecommendationTable } from "../../lambdas/recommendations/tables/recommendation-table.ts";
import { IdempotencyTable } from "../../lambdas/shared/idempotency/idempotency-table.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { s3Error } from "../emulators/s3-error.ts";
import { changeStore, TABLE } from "./changes-world.ts";
import type { RecommendationsWorld } from "./recommendations-world.ts";
import { publisher, recommendationsWorld } from "./recommendations-world.ts";

capturedLog();

const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };
const CAROLS_KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b2" };
let world: RecommendationsWorld;

dynamoOfEachTest();
beforeEach(async () => {
  world = recommendationsWorld(dynamo);
  // The site is recommended, and the answer is not stored with the key.
  const idempotencyKeys = Object.assign(new IdempotencyTable(dynamo.client, "idempotency_keys"), {
    settle: () => Promise.reject(new Error("refused")),
  });
  expect((await publisher({ ...world, idempotencyKeys }).add("bob", {}, KEY)).status).toBe(500);
});

/** Deletes the only recommendation, and can't publish that. */
async function deletedUnpublished(): Promise<void> {
  const store = changeStore(world.bucket.intercepted(() => Promise.reject(s3Error("InternalError", 500))));
  const { body } = await publisher(world).list();
  const { status } = await publisher({ ...world, ...store }).remove(body.recommendations[0].id);
  expect(status).toBe(204);
}

const urls = async () => {
  const { body } = await publisher(world).list();
  return body.recommendations.map(({ url }: { url: string }) => url);
};

/** The recommendations whose sites are to be looked up. */
const refreshes = () => world.metadataQueue.sent.map(({ message }) => message.recommendationId);

it("does not restore a deleted recommendation, although its deletion is not published", async () => {
  await deletedUnpublished();
  expect((await publisher(world).add("bob", {}, KEY)).status).toBe(201);
  expect(await urls()).toEqual([]);
  // Nor is the site looked up.
  expect(refreshes()).toHaveLength(1);
});

it("does not contradict a later recommendation of the same site", async () => {
  await deletedUnpublished();
  await publisher(world).added("bob");
  expect((await publisher(world).add("bob", {}, KEY)).status).toBe(201);
  expect(await urls()).toHaveLength(1);
});

/** Sends the creation of carol's recommendation, which ends with an error at the directory. */
async function interruptedAtDirectory(add: DirectoryTable["add"]): Promise<void> {
  const directory = Object.assign(new DirectoryTable(dynamo.client, TABLE), { add });
  expect((await publisher({ ...world, directory }).add("carol", {}, CAROLS_KEY)).status).toBe(500);
}

const refused = () => Promise.reject(new Error("refused"));

it("is rejected when another request has recommended the same site meanwhile", async () => {
  await interruptedAtDirectory(refused);
  const { id } = await publisher(world).added("carol");
  const again = await publisher(world).add("carol", {}, CAROLS_KEY);
  expect(again).toMatchObject({ status: 400, body: { code: "duplicate_url", recommendation_id: id } });
});

it("is to be sent again when the directory changes before each of five attempts", async () => {
  await interruptedAtDirectory(refused);
  let attempts = 0;
  const directory = Object.assign(new DirectoryTable(dynamo.client, TABLE), {
    async add() {
      attempts += 1;
      return attempts > 9 ? refused() : { kind: "changed" };
    },
  });
  expect(await publisher({ ...world, directory }).add("carol", {}, CAROLS_KEY)).toMatchObject({
    status: 503,
    body: { detail: "The list of recommendations keeps changing at this moment. Send it again." },
  });
  expect(attempts).toBe(5);
});

it("is to be sent again when another request with its key is rejected at the same time", async () => {
  await interruptedAtDirectory(refused);
  class Discarded extends RecommendationTable {
    override async create(recommendation: Recommendation) {
      const isCreated = await super.create(recommendation);
      await this.discard(recommendation.id);
      return isCreated;
    }
  }
  const recommendations = new Discarded(dynamo.client, TABLE);
  expect(await publisher({ ...world, recommendations }).add("carol", {}, CAROLS_KEY)).toMatchObject({
    status: 503,
    body: { detail: "The recommendation keeps changing at this moment. Send it again." },
  });
});

it("adds what the first request did not, though the directory changes after it was read", async () => {
  await deletedUnpublished();
  await interruptedAtDirectory(refused);
  let isFirst = true;
  const changing = Object.assign(new DirectoryTable(dynamo.client, TABLE), {
    async read() {
      const seen = await world.directory.read();
      if (isFirst) await publisher(world).added("dora");
      isFirst = false;
      return seen;
    },
  });
  expect((await publisher({ ...world, directory: changing }).add("carol", {}, CAROLS_KEY)).status).toBe(201);
  expect((await urls()).sort()).toEqual(["https://carol.example/", "https://dora.example/"]);
});
