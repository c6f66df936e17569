import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { TestDynamo } from "./dynamo.ts";
import { startDynamo } from "./dynamo.ts";

/** The DynamoDB of the current test. A test file that imports it calls one of the functions below. */
export let dynamo: TestDynamo;

/** Starts one for each test of a file whose tables don't belong to users: the tests would read each other's items. */
export function dynamoOfEachTest(): void {
  beforeEach(async () => {
    dynamo = await startDynamo();
  });
  afterEach(() => dynamo.close());
}

/** Starts one for all tests of a file, each of which has its own user. */
export function dynamoOfFile(): void {
  beforeAll(async () => {
    dynamo = await startDynamo();
  });
  afterAll(() => dynamo.close());
}
