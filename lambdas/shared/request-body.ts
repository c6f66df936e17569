import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Rejected } from "./rejected.ts";

/** No thing of ours is larger; the gateway itself would let 10 MB through. */
const MAX_BODY_BYTES = 64 * 1024;

type Bodied = Pick<APIGatewayProxyEventV2, "headers" | "body" | "isBase64Encoded">;

/** The body's bytes; an event without one gives none. @throws Rejected 413 over 64 KiB. */
export function bodyBytes(event: Bodied): Buffer {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > MAX_BODY_BYTES) {
    throw new Rejected(413, "body_too_large", `A body may have ${MAX_BODY_BYTES} bytes at the most.`);
  }
  return bytes;
}

/**
 * Reads a JSON body.
 *
 * @throws Rejected 415 when the body is declared as something else, 400 `invalid_json` when it is not JSON or not there
 */
export function jsonBody(event: Bodied, bytes: Buffer): unknown {
  const mediaType = (event.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (bytes.length > 0 && !/^application\/([a-z0-9.-]+\+)?json$/.test(mediaType)) {
    throw new Rejected(415, "unsupported_media_type", "Send the body as application/json.");
  }
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new Rejected(400, "invalid_json", "The body is not JSON.", { cause });
  }
}
