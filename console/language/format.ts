import { language } from "./language.ts";

/** The tag for `Intl`: dates and numbers of the English interface are British, since days come before months. */
export function locale(): string {
  return language.value === "ja" ? "ja-JP" : "en-GB";
}

/** A whole number of yen, e.g. `¥3,629`. */
export function yen(amount: number): string {
  return new Intl.NumberFormat(locale(), {
    style: "currency",
    currency: "JPY",
    currencyDisplay: "narrowSymbol",
  }).format(amount);
}

export function count(number: number): string {
  return new Intl.NumberFormat(locale()).format(number);
}

/** A day, e.g. `3 November 2026`, in the person's own time zone. */
export function day(iso: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(new Date(iso));
}

/** A date of which the day or the month may be unknown: `2024-03-09`, `2024-03`, `2024`; any other text as it stands. */
export function partialDate(text: string): string {
  const parts = /^\d{4}(-\d\d)?(-\d\d)?$/.exec(text);
  const date = new Date(text);
  if (parts === null || Number.isNaN(date.getTime())) return text;
  const [, month, dayOfMonth] = parts;
  return new Intl.DateTimeFormat(locale(), {
    timeZone: "UTC",
    year: "numeric",
    ...(month === undefined ? {} : { month: "long" }),
    ...(dayOfMonth === undefined ? {} : { day: "numeric" }),
  }).format(date);
}

/** A day and a time. */
export function moment(iso: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

const STEPS = [
  { unit: "second", seconds: 1, below: 60 },
  { unit: "minute", seconds: 60, below: 3_600 },
  { unit: "hour", seconds: 3_600, below: 86_400 },
  { unit: "day", seconds: 86_400, below: 30 * 86_400 },
  { unit: "month", seconds: 30 * 86_400, below: 365 * 86_400 },
  { unit: "year", seconds: 365 * 86_400, below: Number.POSITIVE_INFINITY },
] as const;

/** How far a time is from now, e.g. `12 minutes ago`, `in 3 hours`. */
export function relative(iso: string, now: Date): string {
  const seconds = Math.round((Date.parse(iso) - now.getTime()) / 1_000);
  const step = STEPS.find(({ below }) => Math.abs(seconds) < below) ?? STEPS[5];
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  return format.format(Math.trunc(seconds / step.seconds), step.unit);
}

/** A length of time in its largest whole unit, e.g. `3 minutes`. */
export function duration(seconds: number): string {
  const step = STEPS.find(({ below }) => seconds < below) ?? STEPS[5];
  const format = new Intl.NumberFormat(locale(), { style: "unit", unit: step.unit, unitDisplay: "long" });
  return format.format(Math.trunc(seconds / step.seconds));
}
