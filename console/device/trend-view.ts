/** The ranges of a price trend, in months up to today. */
export const RANGES = [1, 3, 12] as const;
export type Range = (typeof RANGES)[number];

/** What a point of a trend stands for. */
export const INTERVALS = ["day", "week"] as const;
export type Interval = (typeof INTERVALS)[number];
