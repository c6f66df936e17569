import * as z from "zod/mini";
import { searchTerms } from "./search-terms.ts";

/** Longest `q`, in code points. */
const MAX_CODE_POINTS = 200;

/** `?q=` of a list that can be searched. */
export const searchParameter = z.optional(
  z
    .string()
    .check(
      z.minLength(1, { abort: true }),
      z.refine(isShort, { error: `must have at most ${MAX_CODE_POINTS} characters`, abort: true }),
      z.refine((q) => searchTerms(q).length > 0, "must hold a word"),
    )
    // For the OpenAPI document: the check above counts characters, as JSON Schema does and zod does not.
    .register(z.globalRegistry, { maxLength: MAX_CODE_POINTS }),
);

function isShort(q: string): boolean {
  return q.length <= 2 * MAX_CODE_POINTS && Array.from(q).length <= MAX_CODE_POINTS;
}
