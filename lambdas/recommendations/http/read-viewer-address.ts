import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { OperationRequest } from "../../shared/http/http-api.ts";
import type { Route } from "../../shared/http/route.ts";
import type { ViewerSecret } from "./viewer-secret.ts";

/** The headers that CloudFront adds to a request: the viewer's address, and a secret that proves it. */
const ADDRESS_HEADER = "cloudfront-viewer-address";
const SECRET_HEADER = "x-magpie-viewer";

/**
 * The address of a request's sender: the one that CloudFront reports if the request proves that it came through CloudFront,
 * else the one that called the gateway. It is used for counting, as a hash; it is never logged.
 */
export async function readViewerAddress(
  { headers, sourceAddress }: Pick<OperationRequest<Route>, "headers" | "sourceAddress">,
  secret: ViewerSecret,
): Promise<string> {
  const reported = addressWithoutPort(headers[ADDRESS_HEADER] ?? "");
  const shown = headers[SECRET_HEADER];
  if (reported === null || shown === undefined) return sourceAddress;
  const expected = await secret.read();
  return expected !== null && isSame(shown, expected) ? reported : sourceAddress;
}

/** Takes the same time wherever the first difference is, since hashes have the same length. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** `198.51.100.10:46532` without its port. IPv6 has the port after its last colon, too, with or without brackets. */
function addressWithoutPort(text: string): string | null {
  const address = /^\[?(.+?)\]?:\d+$/.exec(text)?.[1] ?? "";
  return isIP(address) === 0 ? null : address;
}
