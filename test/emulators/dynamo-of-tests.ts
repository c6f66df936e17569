import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { TestDynamo } from "./dynamo.ts";
import { startDynamo } from "./dynamo.ts";
import { emulatorCredentials } from "./dynamo-client.ts";

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

/**
 * Sets the variables by which the clients of a deployed entry reach that DynamoDB, before each test. All variables are as they
 * were after it. Called after one of the functions above.
 */
export function variablesOfEntry(): void {
  beforeEach(async () => {
    vi.stubEnv("AWS_REGION", "ap-northeast-1");
    vi.stubEnv("AWS_ACCESS_KEY_ID", emulatorCredentials.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", emulatorCredentials.secretAccessKey);
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", await dynamo.emulator.open());
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
}
