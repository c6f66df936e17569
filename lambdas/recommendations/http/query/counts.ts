import type { Counts } from "../../domain/recommendation.ts";

export type CountName = keyof Counts;

/** The counts by their names in requests, for `include` and `order`. */
export const COUNTS: ReadonlyMap<string, CountName> = new Map([
  ["count.clicks", "clicks"],
  ["count.subscribers", "subscribers"],
]);
