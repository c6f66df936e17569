import { Cron } from "croner";

const RATE = /^rate\((\d+) (minute|hour|day)s?\)$/;
const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Milliseconds from `now` until a schedule is due next.
 *
 * @throws Error when the expression is not one of EventBridge Scheduler's
 */
export function untilNext(expression: string, timezone: string, now: Date): number {
  const rate = RATE.exec(expression);
  if (rate !== null) return Number(rate[1]) * (UNITS[String(rate[2])] ?? 0);
  const cron = /^cron\((.+)\)$/.exec(expression);
  const fields = cron?.[1]?.trim().split(/\s+/) ?? [];
  if (fields.length !== 6) throw new Error(`The schedule ${expression} is not understood`);
  // AWS: minutes hours day-of-month month day-of-week(1 = Sunday) year; the year goes last here as well, seconds first.
  const [minute, hour, day, month, weekday = "?", year] = fields;
  // A number after `#` is the ordinal of the weekday in the month, and stays.
  const shifted = weekday.replace(/(?<![#\d])\d/g, (digit) => String(Number(digit) - 1));
  const next = new Cron(`0 ${minute} ${hour} ${day} ${month} ${shifted} ${year}`, {
    timezone,
    sloppyRanges: true,
  }).nextRun(now);
  if (next === null) throw new Error(`The schedule ${expression} is never due again`);
  return next.getTime() - now.getTime();
}

/** Whether a schedule has an interval, and no times of the calendar. */
export function isRate(expression: string): boolean {
  return RATE.test(expression);
}
