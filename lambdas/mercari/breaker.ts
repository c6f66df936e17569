import type { ErrorKind, PageError } from "./page/page-error.ts";

/** Why a host is left alone, and until when. */
export interface Breaker {
  readonly errorKind: ErrorKind;
  readonly until: Date;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const BLOCKED_MS = 6 * HOUR_MS;
/** Without a Retry-After. */
const RATE_LIMITED_MS = 2 * HOUR_MS;
const SHORTEST_MS = MINUTE_MS;
const LONGEST_MS = 24 * HOUR_MS;

/** Milliseconds, not yet scaled, for which a host that answered so is left alone; null when it has not refused us. */
export function breakerMs({ errorKind, retryAfterSeconds }: PageError): number | null {
  if (errorKind === "blocked") return BLOCKED_MS;
  if (errorKind !== "rate_limited") return null;
  if (retryAfterSeconds === null) return RATE_LIMITED_MS;
  return Math.min(Math.max(retryAfterSeconds * SECOND_MS, SHORTEST_MS), LONGEST_MS);
}
