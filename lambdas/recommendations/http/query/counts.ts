import type { Counts } from "../../domain/reader-event.ts";

export type CountName = keyof Counts;

/** The counts as a request names them, to ask for them or to order by them. */
export const COUNTS: ReadonlyMap<string, CountName> = new Map([
  ["count.clicks", "clicks"],
  ["count.subscribers", "subscribers"],
]);
