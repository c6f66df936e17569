import { beforeEach } from "vitest";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { newUser } from "../emulators/test-clock.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksWorld } from "./bookmarks-world.ts";
import type { Reader, SiteAnswers } from "./processing-world.ts";
import { fetchedPage, processingWorker, reader } from "./processing-world.ts";

/** The world of the current test, and a user who saves pages in it. */
export let world: BookmarksWorld;
export let userId: string;
export let user: Reader;

/** Creates both for each test, with one table for all tests of the file unless each needs its own. */
export function readerOfEachTest(tables: () => void = dynamoOfFile): void {
  tables();
  beforeEach(() => {
    world = bookmarksWorld(dynamo);
    userId = newUser();
    user = reader(world, userId);
  });
}

type WorkerOptions = Parameters<typeof processingWorker>[2];

/** Saves a page and reads it once. @returns the bookmark's id */
export async function savedAndRead(
  answer: SiteAnswers = () => fetchedPage(),
  options?: WorkerOptions,
): Promise<string> {
  const { id, message } = await user.save();
  await processingWorker(world, answer, options).receive(message);
  return id;
}

/** Requests that the page is read again, and reads it once. */
export async function readAgain(id: string, answer: SiteAnswers = () => fetchedPage(), options?: WorkerOptions) {
  await user.reprocess(id);
  await processingWorker(world, answer, options).receive(user.lastMessage());
}
