import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect } from "vitest";
import { fetchPage } from "../../../lambdas/mercari/fetch/fetch-page.ts";
import type { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import type { FetchWorld } from "../fetch-world.ts";
import { fetchWorld, HOST, readNothing, SEARCH } from "../fetch-world.ts";

export const HOUR = 60 * MINUTE;
export const NO_TURN = { kind: "no_turn" };

/** The host of the current test. */
export let world: FetchWorld;

/** Creates it for each test, and expects that no log line of any test contains the user's search words. */
export function fetchingOfEachTest(log: ReturnType<typeof capturedLog>): void {
  dynamoOfEachTest();
  beforeEach(() => {
    world = fetchWorld(dynamo);
  });
  afterEach(() => expect(log.raw.filter((line) => line.includes("keyword"))).toEqual([]));
}

/** Replaces the world by one whose waits are scaled. */
export function scaleWaits(scale: number): void {
  world = fetchWorld(dynamo, scale);
}

/** Requests a page that is read as `no_results`. @param by milliseconds after the start */
export function requestPage(url = SEARCH, by = HOUR, read: Parameters<typeof fetchPage>[1] = readNothing) {
  return fetchPage(url, read, at(by), world.services);
}

export async function hostItem(): Promise<Record<string, unknown> | undefined> {
  const { Item } = await dynamo.client.send(
    new GetCommand({ TableName: "mercari", Key: { pk: "hosts", sk: HOST }, ConsistentRead: true }),
  );
  return Item;
}

/** The writing requests to the table, by the names of their commands. */
export function writes(): string[] {
  return dynamo.consumed.map(({ command }) => command).filter((command) => /^(?:Put|Update|Delete)/.test(command));
}
