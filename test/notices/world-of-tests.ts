import { beforeEach } from "vitest";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE, testClock } from "../emulators/test-clock.ts";
import type { NoticesWorld } from "./notices-world.ts";
import { noticesWorld, priceNotice } from "./notices-world.ts";

export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

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

/** Makes a notice. @returns whether it is a new one */
export function put(about: string, changes: Parameters<typeof priceNotice>[2] = {}): Promise<boolean> {
  return writer.put(priceNotice(about, clock.now(), changes));
}

/** Makes notices 1 to `count`, a millisecond apart. */
export async function putNumbered(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await put(String(number));
    clock.forward(1);
  }
}

/** Makes notices that are sent already and so long that one request does not read all of them. */
export async function putSent(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const { id } = priceNotice(`sent ${number}`, clock.now());
    await put(`sent ${number}`, { body: "x".repeat(100_000) });
    await world.notices.finish({ pk: "notices", sk: id });
    clock.forward(1);
  }
}

export function run(): Promise<unknown> {
  return sendDue(world, "run-1");
}

/** Runs every minute for a while, every ten for hours. */
export async function runFor(milliseconds: number): Promise<void> {
  const step = milliseconds < HOUR ? MINUTE : 10 * MINUTE;
  for (let passed = 0; passed <= milliseconds; passed += step) {
    await run();
    clock.forward(step);
  }
}
