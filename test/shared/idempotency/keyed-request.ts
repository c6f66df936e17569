import type { Creation, KeyedRequest } from "../../../lambdas/shared/idempotency/create-once.ts";

export const KEY = "0b3f1c1e-5d0a-4c3e-9f00-7a1b2c3d4e5f";

/** A request of a user to create something under a key. */
export function keyedRequest(userId: string, changes: Partial<KeyedRequest> = {}): KeyedRequest {
  return {
    caller: { userId },
    routeKey: "POST /v1/items",
    idempotencyKey: KEY,
    body: { name: "an item" },
    correlationId: "request-1",
    ...changes,
  };
}

/** The answer to a creation. */
export function answerOf({ id, at }: Creation) {
  return { status: 201, body: { id, at: at.toISOString() }, headers: { location: `/v1/items/${id}` } };
}
