import { nfkc } from "../../shared/nfkc.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In seconds. Months and years have the lengths that the site uses. */
const UNITS: Readonly<Record<string, number>> = {
  秒: 1,
  分: MINUTE,
  時間: HOUR,
  日: DAY,
  週間: 7 * DAY,
  か月: 30 * DAY,
  年: 365 * DAY,
};

const NUMBERED = /^(\d{1,4})\s*(秒|分|時間|日|週間|(?:か|ヶ|カ|ヵ|ケ|箇)月|年)前$/u;
const UNNUMBERED = /^半年以上前$/u;

/** A point in time that a page shows relative to now. */
export interface RelativeTime {
  readonly at: Date;
  /** The length of the unit in seconds: `at` may be too late by up to that time. */
  readonly toleranceSeconds: number;
}

/** Whether a text is a relative time and nothing else, with a number or without (`半年以上前`). */
export function isRelativeTime(text: string): boolean {
  const line = nfkc(text).trim();
  return NUMBERED.test(line) || UNNUMBERED.test(line);
}

/**
 * The point in time that a text such as `3日前` means.
 *
 * @param fetchedAt when the page was fetched
 * @returns null for a relative time without a number, and for any other text
 */
export function relativeTime(text: string, fetchedAt: Date): RelativeTime | null {
  const [, count, unit = ""] = NUMBERED.exec(nfkc(text).trim()) ?? [];
  const toleranceSeconds = UNITS[unit.endsWith("月") ? "か月" : unit];
  if (count === undefined || toleranceSeconds === undefined) return null;
  return { at: new Date(fetchedAt.getTime() - Number(count) * toleranceSeconds * 1000), toleranceSeconds };
}
