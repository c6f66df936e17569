import { beforeEach } from "vitest";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { RecommendationsWorld } from "./recommendations-world.ts";
import { publisher, recommendationsWorld } from "./recommendations-world.ts";

/** The world of the current test, and its administrator. */
export let world: RecommendationsWorld;
export let olga: ReturnType<typeof publisher>;

/** Creates both for each test. There is only one directory, so that each test needs a table of its own. */
export function publisherOfEachTest(): void {
  dynamoOfEachTest();
  beforeEach(() => {
    world = recommendationsWorld(dynamo);
    olga = publisher(world);
  });
}
