import { afterAll, afterEach, expect } from "vitest";
import { judgeRunners } from "./operations/judge-answers.ts";

/** What the OpenAPI document does not allow of the answers since the latest test. */
const deviations: string[] = [];

/** Fails the running test at its end. @param deviation what the OpenAPI document does not allow of an answer */
export function addDeviation(deviation: string): void {
  deviations.push(deviation);
}

judgeRunners(addDeviation);

function expectNone(): void {
  expect(deviations.splice(0), "what the OpenAPI document does not allow").toEqual([]);
}

afterEach(expectNone);
afterAll(expectNone);
