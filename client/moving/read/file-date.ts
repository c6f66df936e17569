import type { FileEntry } from "../file-entry.ts";

/** Numbers below these are seconds, milliseconds and microseconds since 1970, of years before 5138. */
const SECONDS_BELOW = 1e11;
const MILLISECONDS_BELOW = 1e14;

/** ISO 8601, also as programs write it: with a space before the time or the zone, or a name of UTC. */
const WRITTEN =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|GMT|([+-])([01]\d|2[0-3]):?([0-5]\d)?))?)?$/i;

export type FileDate = Pick<FileEntry, "savedAt" | "withoutZone">;

const NONE: FileDate = { savedAt: null, withoutZone: false };

/**
 * The time of an entry: ISO 8601, or a number of seconds, milliseconds or microseconds since 1970, distinguished by its
 * size. A date without a time zone is read as UTC, so that every device reads the same.
 *
 * @returns no date for anything else, and for zero, which programs write when they don't know the time
 */
export function fileDate(written: unknown): FileDate {
  const text = typeof written === "number" ? String(written) : typeof written === "string" ? written.trim() : "";
  return /^\d{1,17}(\.\d{1,9})?$/.test(text) ? { ...NONE, savedAt: ofNumber(Number(text)) } : ofText(text);
}

/**
 * A time as Wallabag writes it to CSV, e.g. `14/11/2023 10:13:20`: the day comes first, and the afternoon is not marked.
 */
export function dayFirstDate(written: unknown): FileDate {
  return ofText(
    String(written)
      .trim()
      .replace(/^(\d\d)\/(\d\d)\/(\d{4})/, "$3-$2-$1"),
  );
}

/** Milliseconds from the beginning of 1601, from which Chrome counts microseconds, to that of 1970. */
const FROM_1601 = 11_644_473_600_000;

/** A time as Chrome writes it to its own file. */
export function webKitDate(written: unknown): FileDate {
  const text = String(written);
  const date = new Date(/^\d{1,18}$/.test(text) ? Number(text) / 1_000 - FROM_1601 : Number.NaN);
  return text === "0" || Number.isNaN(date.getTime()) ? NONE : { ...NONE, savedAt: date };
}

function ofNumber(value: number): Date | null {
  if (value === 0) return null;
  const date = new Date(value < SECONDS_BELOW ? value * 1_000 : value < MILLISECONDS_BELOW ? value : value / 1_000);
  return Number.isNaN(date.getTime()) ? null : date;
}

function ofText(text: string): FileDate {
  const match = WRITTEN.exec(text);
  if (match === null) return NONE;
  const [, day, time = "00:00", second = "00", fraction = "", zone, sign, hours = "0", minutes = "0"] = match;
  const utc = `${day}T${time}:${second}`;
  const date = new Date(`${utc}.${fraction.slice(0, 3).padEnd(3, "0")}Z`);
  // Engines take the 31st of February for a day of March.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(utc)) return NONE;
  const offset = (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes)) * 60_000;
  return { savedAt: new Date(date.getTime() - offset), withoutZone: zone === undefined };
}
