const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * How often a user may do something in a window, which begins with a UTC hour or day; `what` states it in the refusal and in
 * the description of the API.
 */
export const LIMITED_USES = {
  saves: { most: 400, seconds: HOUR_SECONDS, what: "400 bookmarks and stocks an hour can be saved" },
  imports: { most: 20_000, seconds: DAY_SECONDS, what: "20,000 bookmarks a day can be imported" },
  repeats: { most: 400, seconds: HOUR_SECONDS, what: "400 times an hour a bookmark or stock can be read again" },
  searches: { most: 600, seconds: HOUR_SECONDS, what: "600 searches an hour are answered" },
} as const;

/** The limits for each user. */
export type LimitedUse = keyof typeof LIMITED_USES;

/** The sentences on a route's limits for each user, for its description. */
export function describeLimits(...uses: readonly LimitedUse[]): string {
  return `For each user, ${uses.map((use) => LIMITED_USES[use].what).join(", ")}`;
}
