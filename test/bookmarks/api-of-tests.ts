import { beforeEach } from "vitest";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { newUser } from "../emulators/test-clock.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksApi, bookmarksWorld } from "./bookmarks-world.ts";

/** The world of the test that runs, its API, and a user of it. */
export let world: BookmarksWorld;
export let send: ReturnType<typeof bookmarksApi>;
export let user: string;

/** Makes them for each test, over one table for all tests of the file. */
export function apiOfEachTest(): void {
  dynamoOfFile();
  beforeEach(() => {
    world = bookmarksWorld(dynamo);
    send = bookmarksApi(world);
    user = newUser();
  });
}
