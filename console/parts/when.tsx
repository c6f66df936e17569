import { ago, day, moment, shortDay } from "../language/format.ts";

/**
 * A time: with `now` how long ago it was, else the time itself; its tooltip has the day and the time. The day alone is shown
 * where a list has hundreds of times, or where the hour is of no interest.
 */
export function When({
  at,
  now = null,
  isDay = false,
  words = (told) => told,
}: {
  /** ISO 8601. */
  readonly at: string;
  readonly now?: Date | null;
  /** The day alone, e.g. `yesterday` by `now`, else `3 Nov 2026`. */
  readonly isDay?: boolean;
  /** The phrase in which the time stands. */
  readonly words?: (told: string) => string;
}) {
  const told = now === null ? (isDay ? day(at) : moment(at)) : isDay ? shortDay(at, now) : ago(at, now);
  return (
    <time dateTime={at} title={now === null && !isDay ? undefined : moment(at)}>
      {words(told)}
    </time>
  );
}
