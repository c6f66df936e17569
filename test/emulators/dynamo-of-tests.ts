import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { TestDynamo } from "./dynamo.ts";
import { startDynamo } from "./dynamo.ts";

/** The DynamoDB of the test that runs. A test file that imports it calls one of the functions below. */
export let dynamo: TestDynamo;

/** Starts one for each test of a file, whose tables belong to no user: the tests would read each other's items. */
export function dynamoOfEachTest(): void {
  beforeEach(async () => {
    dynamo = await startDynamo();
  });
  afterEach(() => dynamo.close());
}

/** Starts one for all tests of a file, each of which has a user of its own. */
export function dynamoOfFile(): void {
  beforeAll(async () => {
    dynamo = await startDynamo();
  });
  afterAll(() => dynamo.close());
}
