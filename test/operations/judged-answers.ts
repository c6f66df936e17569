import { gunzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/**
 * Where the deviations are collected, once in a process: the test files of one process share their modules, but the setup is
 * loaded again for each, and a test may reset the modules. Undefined in scripts, which measure and search and judge nothing.
 */
const DEVIATIONS = Symbol.for("magpie.test.deviations");
const collected = globalThis as { [DEVIATIONS]?: string[] };

/** Judges the answers of this process from now on. */
export function judgeAnswers(): void {
  collected[DEVIATIONS] ??= [];
}

/** Adds what the OpenAPI document does not allow of an answer. */
export function addDeviation(deviation: string): void {
  collected[DEVIATIONS]?.push(deviation);
}

/** What the OpenAPI document does not allow of the answers since the last call. */
export function takeDeviations(): string[] {
  return collected[DEVIATIONS]?.splice(0) ?? [];
}

/**
 * Judges the answer of an HTTP function by the OpenAPI document.
 *
 * @param routeKey the route in the gateway's form
 */
export async function judgeResult(routeKey: string, result: APIGatewayProxyStructuredResultV2): Promise<void> {
  const deviations = collected[DEVIATIONS];
  if (deviations === undefined) return;
  // Loaded when the first answer comes: most test files have none.
  const { undocumented } = await import("./documented.ts");
  const { statusCode = 0, headers = {}, body = "", isBase64Encoded = false } = result;
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  const text = String(headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes);
  deviations.push(...undocumented(routeKey, { status: statusCode, headers, text }));
}
