import type { BackOff } from "../../shared/work/back-off.ts";
import type { CrawlError, CrawlErrorKind } from "./crawl-run.ts";

/** Waits of 30 s, 2 and 8 minutes and up to half more between four attempts, unless the site asks for longer ones. */
export const MERCARI_BACK_OFF: BackOff = { first: 30, factor: 4, longest: 900 };

/** Why a host is left alone, and until when. */
export interface Breaker {
  readonly errorKind: CrawlErrorKind;
  readonly until: Date;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** At least. */
const BLOCKED_MS = 6 * HOUR_MS;
/** Without a Retry-After. */
const RATE_LIMITED_MS = 2 * HOUR_MS;
const SHORTEST_MS = MINUTE_MS;
const LONGEST_MS = 24 * HOUR_MS;

/**
 * Milliseconds, not yet scaled, for which a host that answered so is left alone; null when it has not refused us, nor fails
 * for longer than the next attempt would wait.
 */
export function breakerMs({ errorKind, transient, retryAfterSeconds }: CrawlError): number | null {
  if (errorKind === "rate_limited" && retryAfterSeconds === null) return RATE_LIMITED_MS;
  const seconds = retryAfterSeconds ?? 0;
  const isLeftAlone =
    errorKind === "blocked" || errorKind === "rate_limited" || (transient && seconds > MERCARI_BACK_OFF.longest);
  if (!isLeftAlone) return null;
  return Math.min(Math.max(seconds * SECOND_MS, errorKind === "blocked" ? BLOCKED_MS : SHORTEST_MS), LONGEST_MS);
}
