import { isolated } from "./isolated.ts";
import { language } from "./language.ts";

/** The tag for `Intl`: dates and numbers of the English interface are British, since days come before months. */
export function locale(): string {
  return language.value === "ja" ? "ja-JP" : "en-GB";
}

/** A kind of formats of `Intl`. */
type Kind<Options, Format> = new (locale: string, options?: Options) => Format;

const formats = new Map<string, unknown>();

/**
 * The format of the interface's language. It is made once: that takes longer than to write many dates by it, and each row of a
 * list has two. A format keeps the time zone in which it was made, which a device may leave.
 */
function formatOf<Options, Format>(kind: Kind<Options, Format>, options: Options): Format {
  const key = [kind.name, locale(), new Date().getTimezoneOffset(), JSON.stringify(options)].join(" ");
  const there = formats.get(key) as Format | undefined;
  if (there !== undefined) return there;
  const made = new kind(locale(), options);
  formats.set(key, made);
  return made;
}

/** A whole number of yen, e.g. `¥3,629`. For Japanese `Intl` writes `￥`, which is twice as wide as the digits beside it. */
export function yen(amount: number): string {
  return `¥${count(amount)}`;
}

export function count(number: number): string {
  return formatOf(Intl.NumberFormat, {}).format(number);
}

/** Foreign texts as one, e.g. `bread and recipes`. */
export function listed(texts: readonly string[]): string {
  return formatOf(Intl.ListFormat, {}).format(texts.map(isolated));
}

/** A day, e.g. `3 Nov 2026`, in the person's own time zone. */
export function day(iso: string): string {
  return formatOf(Intl.DateTimeFormat, { dateStyle: "medium" }).format(new Date(iso));
}

/** Days of the calendar that are told as so many days ago. */
const RECENT_DAYS = 7;

/** A day in a list, e.g. `yesterday`, `3 days ago`, `12 Nov`, `12 Nov 2025`, in the person's own time zone. */
export function shortDay(iso: string, now: Date): string {
  const then = new Date(iso);
  const days = calendarDay(then) - calendarDay(now);
  if (Math.abs(days) < RECENT_DAYS) {
    return formatOf(Intl.RelativeTimeFormat, { numeric: "auto" }).format(days, "day");
  }
  if (then.getFullYear() !== now.getFullYear()) return day(iso);
  return formatOf(Intl.DateTimeFormat, { month: "short", day: "numeric" }).format(then);
}

/** A date of which the day or the month may be unknown: `2024-03-09`, `2024-03`, `2024`; any other text as it stands. */
export function partialDate(text: string): string {
  const parts = /^\d{4}(-\d\d)?(-\d\d)?$/.exec(text);
  const date = new Date(text);
  if (parts === null || Number.isNaN(date.getTime())) return text;
  const [, month, dayOfMonth] = parts;
  return formatOf(Intl.DateTimeFormat, {
    timeZone: "UTC",
    year: "numeric",
    ...(month === undefined ? {} : { month: "short" }),
    ...(dayOfMonth === undefined ? {} : { day: "numeric" }),
  }).format(date);
}

/** A day and a time. */
export function moment(iso: string): string {
  return formatOf(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

/** A time, with its day unless that is today. */
export function timeFrom(iso: string, now: Date): string {
  const then = new Date(iso);
  if (calendarDay(then) !== calendarDay(now)) return moment(iso);
  return formatOf(Intl.DateTimeFormat, { timeStyle: "short" }).format(then);
}

const STEPS = [
  { unit: "second", seconds: 1, below: 60 },
  { unit: "minute", seconds: 60, below: 3_600 },
  { unit: "hour", seconds: 3_600, below: 86_400 },
  { unit: "day", seconds: 86_400, below: 30 * 86_400 },
  { unit: "month", seconds: 30 * 86_400, below: 365 * 86_400 },
  { unit: "year", seconds: 365 * 86_400, below: Number.POSITIVE_INFINITY },
] as const;

/** Days from which a time is told in months. */
const MONTH_DAYS = 30;

/**
 * The distance of a time from now, e.g. `12 minutes ago`, `yesterday`. Days, months and years are those of the calendar in
 * the person's own time zone: `yesterday` is what was before midnight.
 */
export function relative(iso: string, now: Date): string {
  const then = new Date(iso);
  const format = formatOf(Intl.RelativeTimeFormat, { numeric: "auto" });
  const seconds = Math.round((then.getTime() - now.getTime()) / 1_000);
  const days = calendarDay(then) - calendarDay(now);
  if (Math.abs(seconds) < 60) return format.format(seconds, "second");
  if (Math.abs(seconds) < 3_600) return format.format(Math.trunc(seconds / 60), "minute");
  if (days === 0) return format.format(Math.trunc(seconds / 3_600), "hour");
  const years = then.getFullYear() - now.getFullYear();
  const months = years * 12 + then.getMonth() - now.getMonth();
  if (Math.abs(days) < MONTH_DAYS || months === 0) return format.format(days, "day");
  return Math.abs(months) < 12 ? format.format(months, "month") : format.format(years, "year");
}

/**
 * How long ago something was, as `relative` says it. A screen's time may be half a minute old: a later time is `just now`.
 */
export function ago(iso: string, now: Date): string {
  return relative(new Date(Math.min(Date.parse(iso), now.getTime())).toISOString(), now);
}

/** The number of a day, counted without regard to the hours that it has where clocks are changed. */
function calendarDay(time: Date): number {
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000;
}

/** A length of time in its largest whole unit, e.g. `3 minutes`. */
export function duration(seconds: number): string {
  const step = STEPS.find(({ below }) => seconds < below) ?? STEPS[5];
  const format = formatOf(Intl.NumberFormat, { style: "unit", unit: step.unit, unitDisplay: "long" });
  return format.format(Math.trunc(seconds / step.seconds));
}
