import * as z from "zod/mini";
import type { Place } from "../../shared/saved-items/changes-by-place.ts";

/** A kept text has at most 1 MB, so that it has neither more blocks nor a longer one. */
const LARGEST = 1_000_000;

/** Where a person is in the kept text of a bookmark, as it is sent. */
export const placeSchema = z.object({
  /** Number of the block of the text, from 0: of the elements that have text and hold no other block (docs/client.md). */
  block: z.int().check(z.gte(0), z.lte(LARGEST)),
  /** How many characters of the block are before the place. */
  offset: z.int().check(z.gte(0), z.lte(LARGEST)),
  /** The part of the text that has been read, from 0 to 1. */
  progress: z.number().check(z.gte(0), z.lte(1)),
  /** When the person was there. */
  at: z.iso.datetime({ offset: true }),
});

/**
 * A place as it is stored. A time in the future, from a clock that is fast, becomes the present: kept as it is, it would hide
 * every place of the person's other devices until then, and refused, that device could keep none.
 */
export function storedPlace(sent: z.output<typeof placeSchema>, now: Date): Place {
  return { ...sent, at: new Date(Math.min(Date.parse(sent.at), now.getTime())).toISOString() };
}
