import { gunzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { afterAll, afterEach, expect } from "vitest";
import type { InvocationOutcome } from "../lib/local/functions/execution-environment.ts";
import { LocalFunction } from "../lib/local/functions/local-function.ts";

/** A mark of what is judged already: the test files of one process share their modules, unless a test resets the modules. */
const JUDGED = Symbol.for("magpie.test.undocumented-answers");

/** What the OpenAPI document does not allow of the answers since the latest test. */
const deviations: string[] = [];

/**
 * Judges the answer of an HTTP function by the OpenAPI document. A deviation fails the running test at its end.
 *
 * @param routeKey the route in the gateway's form
 */
export async function judgeResult(routeKey: string, result: APIGatewayProxyStructuredResultV2): Promise<void> {
  // Loaded when the first answer comes: most test files have none.
  const { undocumented } = await import("./operations/documented.ts");
  const { statusCode = 0, headers = {}, body = "", isBase64Encoded = false } = result;
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  const text = String(headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes);
  deviations.push(...undocumented(routeKey, { status: statusCode, headers, text }));
}

/** Judges the answers of functions in runners of this process. */
function judgeRunners(): void {
  if (JUDGED in LocalFunction.prototype) return;
  const { invoke } = LocalFunction.prototype;
  LocalFunction.prototype.invoke = async function (this: LocalFunction, event, ...more): Promise<InvocationOutcome> {
    const outcome = await invoke.call(this, event, ...more);
    const { routeKey } = event as { routeKey?: unknown };
    if (outcome.ok && typeof routeKey === "string") {
      await judgeResult(routeKey, outcome.result as APIGatewayProxyStructuredResultV2);
    }
    return outcome;
  };
  Object.defineProperty(LocalFunction.prototype, JUDGED, { value: true });
}

judgeRunners();

function expectNone(): void {
  expect(deviations.splice(0), "what the OpenAPI document does not allow").toEqual([]);
}

afterEach(expectNone);
afterAll(expectNone);
