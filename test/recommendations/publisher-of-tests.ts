import { beforeEach } from "vitest";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { RecommendationsWorld } from "./recommendations-world.ts";
import { publisher, recommendationsWorld } from "./recommendations-world.ts";

/** The world of the test that runs, and the administrator in it. */
export let world: RecommendationsWorld;
export let olga: ReturnType<typeof publisher>;

/** Makes both for each test. There is one directory, so each test has a table of its own. */
export function publisherOfEachTest(): void {
  dynamoOfEachTest();
  beforeEach(() => {
    world = recommendationsWorld(dynamo);
    olga = publisher(world);
  });
}
