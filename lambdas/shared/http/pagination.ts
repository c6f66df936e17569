import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { isDerivedId } from "../derived-id.ts";
import { Rejected } from "./rejected.ts";

/** `?limit=1..100` (default 20) and `?cursor=`, as every list of a user's own things takes them. */
export const pageQuery = {
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^([1-9]\d?|100)$/, "must be a whole number from 1 to 100")),
      z.transform((value: string) => Number(value)),
    ),
    20,
  ),
  cursor: z.optional(z.string()),
};

/** One page of a list; `position` is where the next page begins, null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly position: Position | null;
}

/** A place in a list of a user's things, by the keys of its index `by_created_at`. */
export const byCreatedAt = z.object({
  id: z.string().check(z.refine(isDerivedId)),
  created_at: z.iso.datetime({ precision: 3 }),
});

/** A place in a list: the key attributes of the last item that was seen. */
export type Position = Readonly<Record<string, string>>;

/**
 * Makes the opaque cursor for a position.
 *
 * The digest binds it to one list (user, route, filter), so that a changed or borrowed cursor is told from a good one.
 * It is no secret and need not be: the table takes the partition from the caller's token, never from a cursor.
 *
 * @param list what the cursor belongs to, e.g. `["stocks", userId, status]`
 */
export function encodeCursor(position: Position | null, list: readonly string[]): string | null {
  if (position === null) return null;
  const json = JSON.stringify(position);
  return Buffer.from(digest(json, list) + json).toString("base64url");
}

/**
 * Reads a cursor back.
 *
 * @param shape what a position in this list looks like
 * @throws Rejected 400 `invalid_cursor` when it was not made for this list
 */
export function decodeCursor<P extends Position>(
  cursor: string | undefined,
  list: readonly string[],
  shape: z.ZodMiniType<P>,
): P | undefined {
  if (cursor === undefined) return undefined;
  const decoded = Buffer.from(cursor, "base64url").toString();
  const json = decoded.slice(DIGEST_LENGTH);
  const ours = encodedAgain(decoded) === cursor && decoded.slice(0, DIGEST_LENGTH) === digest(json, list);
  const position = ours ? z.safeParse(shape, parsed(json)) : undefined;
  if (position?.success) return position.data;
  throw new Rejected(400, "invalid_cursor", "This cursor was not given out for this list. Start again without one.");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Not an error that goes nowhere: undefined has no position's shape, and the cursor is refused.
    return undefined;
  }
}

const DIGEST_LENGTH = 16;

function digest(json: string, list: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([list, json]))
    .digest("base64url")
    .slice(0, DIGEST_LENGTH);
}

/** Several texts decode to the same bytes in base64url; only the one we gave out counts. */
function encodedAgain(decoded: string): string {
  return Buffer.from(decoded).toString("base64url");
}
