import { nfkc } from "../../shared/nfkc.ts";

/** The longest text that is read, in code units. */
const MAX_LENGTH = 100;

/** A date that begins with its year, and perhaps a time or a catalogue's marks after it. */
const WHOLE = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[T ]\d\d:?\d\d.*)?$/i;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
const JAPANESE = /^(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?$/;
const ERA = /^(明治|大正|昭和|平成|令和)(\d{1,2}|元)年?(?:(\d{1,2})月(?:(\d{1,2})日)?)?$/;
/** The year before the first one of each era. */
const ERAS: Readonly<Record<string, number>> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 };

/**
 * A year among other words: four digits that are neither a part of a number nor a decade. One after a dash is that of a day
 * or month, as in `31-12-1999`; after an unknown year or a number it may be any other.
 */
const YEAR = /(?<!\d|(?:^|[^\p{L}\d]|\d{3})-)(1\d{3}|20\d\d)(?!\d|'?s\b|年代)/u;
const ERA_YEAR = /(明治|大正|昭和|平成|令和)(\d{1,2}|元)/;

function eraYear(era: string, year: string): string {
  return String((ERAS[era] ?? 0) + (year === "元" ? 1 : Number(year)));
}

/** A date with the given precision; null for one that is in no calendar, and for the years by which catalogues say "none". */
function calendarDate(year: string, month: string | undefined, day: string | undefined): string | null {
  if (year < "1000" || year > "2099") return null;
  if (month === undefined) return year;
  const date = [year, month.padStart(2, "0"), (day ?? "1").padStart(2, "0")].join("-");
  // `Date.parse` turns a date that is in no calendar into another day, or fails.
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return null;
  return day === undefined ? date.slice(0, 7) : date;
}

/**
 * When a book was published, with the precision of the text: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; of a time, its day as
 * written. For a text that is no date, such as `2004*`, `c1999` or `1998-00-00`, the first year in it; null without one,
 * such as `18??`. Years of Japanese eras are read, too. Takes time linear in the text.
 */
export function publishedDate(raw: string): string | null {
  const text = nfkc(raw.slice(0, MAX_LENGTH)).trim();
  const era = ERA.exec(text);
  const [, year, month, day] = WHOLE.exec(text) ?? COMPACT.exec(text) ?? JAPANESE.exec(text) ?? [];
  const whole =
    era === null
      ? year && calendarDate(year, month, day)
      : calendarDate(eraYear(era[1] ?? "", era[2] ?? ""), era[3], era[4]);
  if (whole) return whole;
  const named = YEAR.exec(text)?.[1];
  if (named !== undefined) return named;
  const [, name, count] = ERA_YEAR.exec(text) ?? [];
  return name === undefined || count === undefined ? null : eraYear(name, count);
}
