import type { MiddlewareHandler } from "hono";

/** Bytes of all requests that are answered at one time: their memory is a few times that. */
export const MAX_IN_FLIGHT_BYTES = 32 * 1_024 * 1_024;

/** Bytes that a request without a body is counted as: its socket, its headers and its event. */
const REQUEST_BYTES = 8 * 1_024;

/**
 * Refuses requests while those in flight are too many or too large, as API Gateway refuses those above its rate: their bodies
 * are in memory while they wait for a function.
 *
 * @param maxPayloadBytes what a request counts as whose length is not known before it is read
 */
export function requestsInFlight(maxPayloadBytes: number): MiddlewareHandler {
  let inFlight = 0;
  return async (c, next) => {
    const length = c.req.header("content-length");
    const isChunked = c.req.header("transfer-encoding") !== undefined;
    const declared = isChunked ? maxPayloadBytes : Number(length ?? 0);
    // A body that is larger is refused before it is read.
    const bytes = REQUEST_BYTES + Math.min(declared, maxPayloadBytes);
    if (inFlight + bytes > MAX_IN_FLIGHT_BYTES) return c.json({ message: "Too Many Requests" }, 429);
    inFlight += bytes;
    try {
      return await next();
    } finally {
      inFlight -= bytes;
    }
  };
}
