import { ago, moment } from "../language/format.ts";

/** A time: by `now` how long ago it was, and the time itself where it is pointed at; else the time itself. */
export function When({ at, now = null }: { readonly at: string; readonly now?: Date | null }) {
  return (
    <time dateTime={at} title={now === null ? undefined : moment(at)}>
      {now === null ? moment(at) : ago(at, now)}
    </time>
  );
}
