import { beforeEach } from "vitest";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { newUser } from "../emulators/test-clock.ts";
import type { SlidesWorld } from "./slides-world.ts";
import { slidesApi, slidesWorld } from "./slides-world.ts";

/** The world of the current test, its API, and a user. */
export let world: SlidesWorld;
export let send: ReturnType<typeof slidesApi>;
export let user: string;

/** Creates them for each test, with one table for all tests of the file. */
export function apiOfEachTest(): void {
  dynamoOfFile();
  beforeEach(() => {
    world = slidesWorld(dynamo);
    send = slidesApi(world);
    user = newUser();
  });
}
