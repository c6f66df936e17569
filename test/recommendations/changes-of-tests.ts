import { beforeEach } from "vitest";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { ChangesWorld } from "./changes-world.ts";
import { changesWorld } from "./changes-world.ts";

/** The world of the current test. */
export let world: ChangesWorld;

/** Creates it for each test. There is only one directory, so that each test needs a table of its own. */
export function changesOfEachTest(): void {
  dynamoOfEachTest();
  beforeEach(() => {
    world = changesWorld(dynamo);
  });
}
