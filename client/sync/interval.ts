import type { BackOff } from "../back-off.ts";

/**
 * Between refreshes that succeed: the first wait after something new, the longest after some quiet minutes. docs/scale.md and
 * docs/cost.md count requests by these two numbers.
 */
export const REFRESH_INTERVAL: BackOff = { firstWaitMs: 2_000, longestWaitMs: 300_000 };

/**
 * The shortest time between two places of a person who reads, in milliseconds, but for one more when the text is left.
 * docs/scale.md and docs/cost.md count places by it.
 */
export const PLACE_INTERVAL_MS = 60_000;
