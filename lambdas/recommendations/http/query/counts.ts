/** What readers did with a recommendation, each time counted. */
export interface Counts {
  readonly clicks: number;
  readonly subscribers: number;
}

export type CountName = keyof Counts;

/** The counts as a request names them, to ask for them or to order by them. */
export const COUNTS: ReadonlyMap<string, CountName> = new Map([
  ["count.clicks", "clicks"],
  ["count.subscribers", "subscribers"],
]);
