import { ago, day, moment, shortDay } from "../language/format.ts";

/**
 * A time: by `now` how long ago it was, else the time itself; the day and the time are told where it is pointed at. What is
 * told by its day is what a list has hundreds of, or what nobody asks the hour of.
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
