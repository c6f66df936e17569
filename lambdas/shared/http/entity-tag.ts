import { createHash } from "node:crypto";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/**
 * An answer with the entity tag of its body; 304 without the body for a client that has it (RFC 9110, 13.1.2). The tag
 * is a weak one: the same text may be compressed in several ways.
 *
 * @param known the request's `If-None-Match`
 */
export function withTag(answer: APIGatewayProxyStructuredResultV2, known: string | undefined) {
  if (answer.statusCode !== 200) return answer;
  const etag = `W/"${createHash("sha256").update(String(answer.body)).digest("base64url").slice(0, 22)}"`;
  const headers = { ...answer.headers, etag };
  const tags = (known ?? "").split(",").map((tag) => tag.trim().replace(/^(?:W\/)?/, "W/"));
  return tags.includes(etag) || tags.includes("W/*") ? { statusCode: 304, headers } : { ...answer, headers };
}
