import { beforeEach } from "vitest";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { newUser } from "../emulators/test-clock.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksWorld } from "./bookmarks-world.ts";
import type { Reader } from "./processing-world.ts";
import { reader } from "./processing-world.ts";

/** The world of the current test, and a user who saves pages in it. */
export let world: BookmarksWorld;
export let userId: string;
export let user: Reader;

/** Creates both for each test, with one table for all tests of the file. */
export function readerOfEachTest(): void {
  dynamoOfFile();
  beforeEach(() => {
    world = bookmarksWorld(dynamo);
    userId = newUser();
    user = reader(world, userId);
  });
}
