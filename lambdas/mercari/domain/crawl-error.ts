import type { BackOff } from "../../shared/work/back-off.ts";

/**
 * Why a page can't be used: `blocked` (403, or a bot challenge with any status), `rate_limited` (429), `http_error` (any
 * other status that the reader does not accept), `not_rendered` (a shell or placeholders: no script ran), `truncated` (it
 * does not end with `</html>`), `unrecognized` (none of the known forms).
 */
export type PageErrorKind = "blocked" | "rate_limited" | "http_error" | "not_rendered" | "truncated" | "unrecognized";

/** A page that can't be used: it changes no row. */
export interface PageError {
  readonly kind: "error";
  readonly errorKind: PageErrorKind;
  /** Whether an early retry may succeed. */
  readonly transient: boolean;
  /** The site's `Retry-After` in seconds, uncapped; null without one. */
  readonly retryAfterSeconds: number | null;
}

/**
 * Why a crawl or a page failed: a page that can't be used, `unreachable` (no complete response), `breaker_open` (the site
 * refused a request and its circuit breaker is open), `robots_forbidden`, `robots_unavailable` (the site's robots.txt could
 * not be read), `lost` (another crawl took the lease over, or the product was deleted).
 */
export type CrawlErrorKind =
  | PageErrorKind
  | "unreachable"
  | "breaker_open"
  | "robots_forbidden"
  | "robots_unavailable"
  | "lost";

/** Why a crawl or a page failed. After a permanent error, the next crawl is the hourly one, or one that a user requests. */
export interface CrawlError extends Pick<PageError, "transient" | "retryAfterSeconds"> {
  readonly errorKind: CrawlErrorKind;
}

/** A permanent error: an early retry can't succeed. */
export function permanentError(errorKind: CrawlErrorKind): CrawlError {
  return { errorKind, transient: false, retryAfterSeconds: null };
}

/**
 * The waits between four attempts: 30 s, 2 and 8 minutes, each with up to 50 % jitter, unless the site asks for longer
 * waits.
 */
export const MERCARI_BACK_OFF: BackOff = { first: 30, factor: 4, longest: 900 };

/** Why a host's circuit breaker is open, and until when. */
export interface Breaker {
  readonly errorKind: CrawlErrorKind;
  readonly until: Date;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The shortest time after a block. */
const BLOCKED_MS = 6 * HOUR_MS;
/** The time after a 429 without a `Retry-After`. */
const RATE_LIMITED_MS = 2 * HOUR_MS;
const SHORTEST_MS = MINUTE_MS;
const LONGEST_MS = 24 * HOUR_MS;

/**
 * How long the circuit breaker of a host stays open after an error, in milliseconds, not yet scaled by the clock. Null when
 * the error is no refusal, and the site asks for no longer wait than the back-off of the next attempt.
 */
export function breakerMs({ errorKind, transient, retryAfterSeconds }: CrawlError): number | null {
  if (errorKind === "rate_limited" && retryAfterSeconds === null) return RATE_LIMITED_MS;
  const seconds = retryAfterSeconds ?? 0;
  const isBreakerOpened =
    errorKind === "blocked" || errorKind === "rate_limited" || (transient && seconds > MERCARI_BACK_OFF.longest);
  if (!isBreakerOpened) return null;
  return Math.min(Math.max(seconds * SECOND_MS, errorKind === "blocked" ? BLOCKED_MS : SHORTEST_MS), LONGEST_MS);
}
