import type { Intent } from "../../client/index.ts";

/** An entry of the queue that waits; what differs from other entries is in `fields`. */
export function queued<I extends Intent, F extends object>(intent: I, fields: F) {
  const enqueuedAt = "2026-11-20T03:00:00.000Z";
  const counts = { attempts: 0, strikes: 0, lastError: null } as const;
  return { idempotencyKey: "key-1", intent, enqueuedAt, state: "waiting", ...counts, ...fields } as const;
}
