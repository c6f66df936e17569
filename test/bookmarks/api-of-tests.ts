import { beforeEach } from "vitest";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { newUser } from "../emulators/test-clock.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksApi, bookmarksWorld } from "./bookmarks-world.ts";

/** The world of the current test, its API, and a user. */
export let world: BookmarksWorld;
export let send: ReturnType<typeof bookmarksApi>;
export let user: string;

/** Creates them for each test, with one table for all tests of the file unless each needs its own. */
export function apiOfEachTest(tables: () => void = dynamoOfFile): void {
  tables();
  beforeEach(() => {
    world = bookmarksWorld(dynamo);
    send = bookmarksApi(world);
    user = newUser();
  });
}
