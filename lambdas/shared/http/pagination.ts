import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { isDerivedId } from "../derived-id.ts";
import { wholeNumber } from "./query-values.ts";
import { Rejected } from "./rejected.ts";

/** The parameters `?limit=` and `?cursor=` of a list, with the largest limit, and the limit of a request without one. */
export function pageParameters({ most, preset }: { most: number; preset: number }) {
  return { limit: z._default(wholeNumber(most), preset), cursor: z.optional(z.string()) };
}

/** `?limit=1..100` (default 20) and `?cursor=`, the parameters of every list of a user's items. */
export const pageQuery = pageParameters({ most: 100, preset: 20 });

/** The successful answer of a list with a cursor. @param name of the items in its body */
export function pageAnswer<Name extends string, S extends z.ZodMiniType>(name: Name, item: S) {
  const items = { [name]: z.array(item) } as Readonly<Record<Name, z.ZodMiniArray<S>>>;
  return { description: "One page", body: z.object({ ...items, next_cursor: z.nullable(z.string()) }) };
}

/** One page of a list; `position` is where the next page begins, null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly position: Position | null;
}

/** A position in a list of a user's items: the keys of index `by_created_at`. */
export const byCreatedAt = z.object({
  id: z.string().check(z.refine(isDerivedId)),
  created_at: z.iso.datetime({ precision: 3 }),
});

/** A position in a list: the key attributes of the last item of the page. */
export type Position = Readonly<Record<string, string>>;

/**
 * Encodes a position as an opaque cursor.
 *
 * The digest binds the cursor to one list (user, route, filter), so that a modified cursor, or one from another list, is
 * rejected. It needs no secret: the partition comes from the caller's token, never from a cursor.
 *
 * @param list identifies the list, e.g. `["stocks", userId, status]`
 */
export function encodeCursor(position: object, list: readonly string[]): string;
export function encodeCursor(position: Position | null, list: readonly string[]): string | null;
export function encodeCursor(position: object | null, list: readonly string[]): string | null {
  if (position === null) return null;
  const json = JSON.stringify(position);
  return Buffer.from(digest(json, list) + json).toString("base64url");
}

/**
 * Decodes a cursor.
 *
 * @param shape the schema of a position in this list
 * @throws Rejected 400 `invalid_cursor` for a cursor that was not made for this list
 */
export function decodeCursor<P extends object>(
  cursor: string | undefined,
  list: readonly string[],
  shape: z.ZodMiniType<P>,
): P | undefined {
  if (cursor === undefined) return undefined;
  const decoded = Buffer.from(cursor, "base64url").toString();
  const json = decoded.slice(DIGEST_LENGTH);
  const ours = encodedAgain(decoded) === cursor && decoded.slice(0, DIGEST_LENGTH) === digest(json, list);
  const position = ours ? z.safeParse(shape, parseJson(json)) : undefined;
  if (position?.success) return position.data;
  throw new Rejected(400, "invalid_cursor", "This cursor was not given out for this list. Start again without one.");
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The error is not lost: undefined does not match the schema of a position, and the cursor is rejected.
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

/** In base64url, several texts decode to the same bytes; only the text that was issued is accepted. */
function encodedAgain(decoded: string): string {
  return Buffer.from(decoded).toString("base64url");
}
