import { afterAll, afterEach, expect } from "vitest";
import { takeDeviations } from "./operations/judged-answers.ts";
import { judgeRunners } from "./operations/judged-runners.ts";

judgeRunners();

/** A deviation fails the running test at its end. */
function expectNone(): void {
  expect(takeDeviations(), "what the OpenAPI document does not allow").toEqual([]);
}

afterEach(expectNone);
afterAll(expectNone);
