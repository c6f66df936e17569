import * as z from "zod/mini";
import { FOLLOWED_MS, TOMBSTONE_MS } from "../shared/changes/tombstone.ts";
import { isDerivedId } from "../shared/derived-id.ts";
import { decodeCursor, encodeCursor } from "../shared/http/pagination.ts";
import { Rejected } from "../shared/http/rejected.ts";

/** Epoch milliseconds of a time that ISO 8601 writes with four digits of a year. */
const moment = z.int().check(z.minimum(0), z.maximum(Date.parse("9999-12-31T23:59:59.999Z")));

const entryPosition = z.nullable(
  z.object({
    changedAt: z.iso.datetime({ precision: 3 }),
    id: z.string().check(z.refine(isDerivedId)),
  }),
);

const states = z.string().check(z.regex(/^[\w-]*$/));

/** One reading of the indexes of changes, from a time to their ends, over one request or several. */
const pass = z.object({
  /** When it began, by the clock of its first request. */
  begunAt: moment,
  /** The earliest time of a change that it reads; null for the first pass of a follower. */
  from: z.nullable(moment),
  /** The entry of each index after which the next page begins; null for the beginning of the pass. */
  positions: z.object({ bookmark: entryPosition, stock: entryPosition }),
});

const changeCursor = z.object({
  madeAt: moment,
  /** The pass in progress, or, with `isOver`, the one that has ended. */
  pass,
  isOver: z.boolean(),
  /** What the follower has got; see DeliveredStates. */
  known: z.object({ before: states, met: states }),
});

export type Pass = z.output<typeof pass>;
export type ChangeCursor = z.output<typeof changeCursor>;

/** The name of a user's feed in its cursors. */
function feedOf(userId: string): readonly string[] {
  return ["changes", userId];
}

export function encodeChangeCursor(userId: string, cursor: ChangeCursor): string {
  return encodeCursor(cursor, feedOf(userId));
}

/**
 * The content of a cursor; null without one.
 *
 * @param overlapMs by how much a pass overlaps with the one before it
 * @throws Rejected 400 `invalid_cursor`; 410 `cursor_expired`
 */
export function decodeChangeCursor(
  userId: string,
  text: string | undefined,
  { now, overlapMs }: { readonly now: Date; readonly overlapMs: number },
): ChangeCursor | null {
  const cursor = decodeCursor(text, feedOf(userId), changeCursor);
  if (cursor === undefined) return null;
  if (isExpired(cursor, now.getTime(), overlapMs)) {
    throw new Rejected(
      410,
      "cursor_expired",
      "This cursor is older than 60 days, and deletions since then are no longer known. Begin again without a cursor, and remove the items that the new pass does not contain.",
    );
  }
  return cursor;
}

/** A pass may have begun long before its latest cursor was made: then tombstones that it needs may be gone. */
function isExpired({ madeAt, pass: { begunAt, from }, isOver }: ChangeCursor, now: number, overlapMs: number): boolean {
  const needed = isOver || from === null ? begunAt - overlapMs : from;
  return now - madeAt > FOLLOWED_MS || now - needed > TOMBSTONE_MS;
}
