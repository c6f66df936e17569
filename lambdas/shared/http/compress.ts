import { gzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** Bodies below this many characters fit into a packet or two anyway. */
const SMALLEST = 1_000;
/** 200 bookmarks, 218 KB of JSON, become 14 KB in a third of the time that zlib's default of 6 takes for 13 KB. */
const LEVEL = 4;

/**
 * An answer by gzip, for a client that accepts it: an HTTP API compresses nothing itself, and pages of lists and changes
 * shrink to a tenth.
 *
 * @param accepted the request's header `accept-encoding`
 */
export function compress(
  answer: APIGatewayProxyStructuredResultV2,
  accepted: string | undefined,
): APIGatewayProxyStructuredResultV2 {
  const { body } = answer;
  if (body === undefined || body.length < SMALLEST || !acceptsGzip(accepted ?? "")) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, "content-encoding": "gzip", vary: "accept-encoding" },
    body: gzipSync(body, { level: LEVEL }).toString("base64"),
    isBase64Encoded: true,
  };
}

/** A weight of 0 refuses a coding (RFC 9110, section 12.4.2). */
function acceptsGzip(accepted: string): boolean {
  return accepted.split(",").some((coding) => /^\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(coding));
}
