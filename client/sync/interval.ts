import type { BackOff } from "../back-off.ts";

/**
 * Between refreshes that succeed: the first wait after something new, the longest after some quiet minutes. docs/scale.md and
 * docs/cost.md count requests by these two numbers.
 */
export const REFRESH_INTERVAL: BackOff = { firstWaitMs: 2_000, longestWaitMs: 300_000 };
