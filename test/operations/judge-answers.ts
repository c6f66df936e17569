import { gunzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { InvocationOutcome } from "../../lib/local/functions/execution-environment.ts";
import { LocalFunction } from "../../lib/local/functions/local-function.ts";

/** Begins the line in which the process of a runner tells a deviation (test/local/judged-runner.ts). */
export const DEVIATION = "Not in the OpenAPI document: ";

/** A mark of what is judged already: the test files of one process share their modules, unless a test resets the modules. */
const JUDGED = Symbol.for("magpie.test.judge-answers");

/**
 * What the OpenAPI document does not allow of the answer of an HTTP function.
 *
 * @param routeKey the route in the gateway's form
 */
export async function judgeResult(routeKey: string, result: APIGatewayProxyStructuredResultV2): Promise<string[]> {
  // Loaded when the first answer comes: most test files have none.
  const { undocumented } = await import("./documented.ts");
  const { statusCode = 0, headers = {}, body = "", isBase64Encoded = false } = result;
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  const text = String(headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes);
  return undocumented(routeKey, { status: statusCode, headers, text });
}

/** Judges the answers of the functions of every runner in this process. @param deviated receives what is not allowed */
export function judgeRunners(deviated: (deviation: string) => void): void {
  if (JUDGED in LocalFunction.prototype) return;
  const { invoke } = LocalFunction.prototype;
  LocalFunction.prototype.invoke = async function (this: LocalFunction, event, ...more): Promise<InvocationOutcome> {
    const outcome = await invoke.call(this, event, ...more);
    const { routeKey } = event as { routeKey?: unknown };
    if (outcome.ok && typeof routeKey === "string") {
      const deviations = await judgeResult(routeKey, outcome.result as APIGatewayProxyStructuredResultV2);
      for (const deviation of deviations) deviated(deviation);
    }
    return outcome;
  };
  Object.defineProperty(LocalFunction.prototype, JUDGED, { value: true });
}
