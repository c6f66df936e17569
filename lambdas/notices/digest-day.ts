import type { NoticeKind } from "../shared/notices/notice-kind.ts";

/** A kind of notice, and a day. */
export interface DayOfKind {
  readonly kind: NoticeKind;
  /** UTC date, e.g. `2026-11-22`. */
  readonly day: string;
}

/** The notices of one kind beyond those that are sent singly on a UTC day. */
export interface Digest extends DayOfKind {
  /** Whether the digest names a notice from long before its day, because nothing was sent for days. */
  readonly namesOld: boolean;
}

/** The number of days up to its own in which a digest looks for its notices, unless it is known to name older ones. */
const DIGEST_DAYS = 8;
const DAY_MS = 24 * 3_600_000;

export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, "2026-11-22".length);
}

/** Epoch milliseconds from which on a digest of a day looks for its notices. */
export function firstOf(day: string): number {
  return endOf(day) - DIGEST_DAYS * DAY_MS;
}

/** Epoch milliseconds of a day's end. */
export function endOf(day: string): number {
  return Date.parse(day) + DAY_MS;
}

/** The name of a digest, in the items of its notices and as the sort key of its own item. */
export function digestName({ kind, day }: DayOfKind): string {
  return `${kind}#${day}`;
}
