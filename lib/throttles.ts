import type { Settings } from "./settings.ts";

/** Requests a second, and those beyond it that may come at once. */
export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/** Whose requests a route gets: signed-in people's, strangers', or those of CloudFront's caches for all readers. */
export interface Throttles {
  readonly users: Throttle;
  readonly public: Throttle;
  readonly keptBySite: Throttle;
}

/**
 * Seconds between two requests of one person for one route, where all expected people use the stage at the same time: a
 * visible console asks for changes once in two minutes at most, and after what its person saves (client/timetable.ts).
 */
const SECONDS_BETWEEN = 30;

/** The burst of a route without a token, and the Webmentions that one address may send in a minute. */
const PUBLIC: Throttle = { rate: 1, burst: 60 };

/**
 * Each of CloudFront's thirteen regional caches asks for a page once in ten seconds, and for each form of the list; the rest is
 * for programs that ask the API itself.
 */
const KEPT_BY_SITE: Throttle = { rate: 3, burst: 100 };

/** The throttles of a stage's routes: API Gateway counts for each route by itself. */
export function throttlesOf({ expectedUsers }: Pick<Settings, "expectedUsers">): Throttles {
  const rate = Math.ceil(expectedUsers / SECONDS_BETWEEN);
  return { users: { rate, burst: Math.max(100, 10 * rate) }, public: PUBLIC, keptBySite: KEPT_BY_SITE };
}
