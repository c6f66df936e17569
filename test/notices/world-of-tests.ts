import { beforeEach } from "vitest";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { testClock } from "../emulators/test-clock.ts";
import type { NoticesWorld } from "./notices-world.ts";
import { noticesWorld } from "./notices-world.ts";

/** The clock, what notices are sent with, and the writer of notices, of the current test. */
export let clock: TestClock;
export let world: NoticesWorld;
export let writer: NoticeWriter;

/** Creates them for each test, over tables of its own. */
export function worldOfEachTest(): void {
  dynamoOfEachTest();
  beforeEach(() => {
    clock = testClock();
    world = noticesWorld(dynamo.client, clock);
    writer = new NoticeWriter(dynamo.client, "notices");
  });
}
