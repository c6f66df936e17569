import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { InvocationOutcome } from "../../lib/local/functions/execution-environment.ts";
import { LocalFunction } from "../../lib/local/functions/local-function.ts";
import { judgeAnswers, judgeResult } from "./judged-answers.ts";

/** Begins the line in which the process of a runner tells a deviation (test/local/judged-runner.ts). */
export const DEVIATION = "Not in the OpenAPI document: ";

/** A mark of what is judged already: the test files of one process share their modules, unless a test resets the modules. */
const JUDGED = Symbol.for("magpie.test.judged-runners");

/** Judges the answers of the functions of every runner in this process. @param judged is called after each of them */
export function judgeRunners(judged: () => void = () => undefined): void {
  judgeAnswers();
  if (JUDGED in LocalFunction.prototype) return;
  const { invoke } = LocalFunction.prototype;
  LocalFunction.prototype.invoke = async function (this: LocalFunction, event, ...more): Promise<InvocationOutcome> {
    const outcome = await invoke.call(this, event, ...more);
    const { routeKey } = event as { routeKey?: unknown };
    if (outcome.ok && typeof routeKey === "string") {
      await judgeResult(routeKey, outcome.result as APIGatewayProxyStructuredResultV2);
      judged();
    }
    return outcome;
  };
  Object.defineProperty(LocalFunction.prototype, JUDGED, { value: true });
}
