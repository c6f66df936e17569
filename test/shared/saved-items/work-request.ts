import type { WorkRequest } from "../../../lambdas/shared/saved-items/saved-item.ts";
import { MINUTE } from "../../emulators/test-clock.ts";

/** A request for work whose item is overdue after a grace period; ten minutes, as in production. */
export function workRequest(workId: string, at: Date, graceMs = 10 * MINUTE): WorkRequest {
  return { workId, at, reconcileAt: new Date(at.getTime() + graceMs) };
}
