import { waitMs } from "../../client/back-off.ts";
import { PLACE_INTERVAL_MS, REFRESH_INTERVAL } from "../../client/sync/interval.ts";
import { STALE_MS } from "../../client/timetable.ts";

/** The use of a stage. What users do is an assumption; change it here. */
export interface Size {
  readonly users: number;
  /** Products whose prices are watched, and book jobs that run daily: administrators create them, not users. */
  readonly products: number;
  readonly jobs: number;
}

export const SIZES: readonly Size[] = [
  { users: 1, products: 3, jobs: 3 },
  { users: 1_000, products: 20, jobs: 30 },
  { users: 1_000_000, products: 200, jobs: 300 },
];

export const DAYS = 30.4;

/**
 * Requests for changes in an hour in which the console is visible and its person acts on it: by the client's own timetable,
 * with waits of their mean length.
 */
export const CHANGES_AN_HOUR = changesWithin(3_600_000);

function changesWithin(milliseconds: number): number {
  let requests = 0;
  for (let passed = 0; passed < milliseconds; requests += 1) {
    passed += Math.min(STALE_MS, waitMs(REFRESH_INTERVAL, requests + 2, null, 0.5));
  }
  return requests;
}

/** Places that are sent in a month by a person who reads one text for so many minutes each day: the last one at its end. */
export function placesAMonth(minutes: number): number {
  return Math.round(DAYS * (Math.floor((minutes * 60_000) / PLACE_INTERVAL_MS) + 1));
}

/** What one user does in a month. */
export const USE = {
  decks: 10,
  bookmarks: 20,
  /** Lists and single items that a user reads. */
  reads: 60,
  /** Pages of a search, in 1,000 bookmarks. */
  searches: 10,
  /** Requests for changes that find none, by a console that is visible for an hour a day. */
  changes: Math.round(DAYS * CHANGES_AN_HOUR),
  /** Places in texts, which a user reads for ten minutes a day. */
  places: placesAMonth(10),
  /** Clicks of readers on the site. */
  clicks: 5,
};

/** Detail checks that a product needs in an hour, between none and forty (docs/scale.md, "Pages of Mercari"). */
export const CHECKS = 10;

/** The busiest hour has this share of a day, a day this share of a month. */
const BUSY_HOUR = 0.1;

/** How long sites take to answer, and how long a request without an answer takes, in seconds. */
export const SITES = {
  provider: { seconds: 1, timeOut: 10 },
  page: { seconds: 1, timeOut: 10 },
  mercari: { seconds: 2, timeOut: 30 },
};

/** How often something happens in the busiest hour, from how often one user does it in a month. */
export function inBusyHour(perUser: number, { users }: Size): number {
  return (perUser * users * BUSY_HOUR) / DAYS;
}
