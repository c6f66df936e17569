import * as z from "zod/mini";
import { listed } from "../listed.ts";
import type { Operator } from "./parse-search.ts";
import { parseSearch } from "./parse-search.ts";
import { SORTS } from "./sort.ts";
import { isTimeZone } from "./start-of-day.ts";
import { STATES } from "./states.ts";

/** Longest `q`, in code points. */
const MAX_CODE_POINTS = 200;

/** What the value of each operator must be. */
const MUST: Readonly<Record<Operator, string>> = {
  tag: "tag: must have a tag, in quotes if it has spaces",
  site: "site: must have the name of a site, such as example.com",
  after: "after: must have a day, such as 2026-01-31",
  before: "before: must have a day, such as 2026-01-31",
  is: `is: must have ${listed(STATES, "or")}`,
};

/** `?q=` of a list that can be searched. */
const q = z.optional(
  z
    .string()
    .check(
      z.minLength(1, { abort: true }),
      z.refine(isShort, { error: `must have at most ${MAX_CODE_POINTS} characters`, abort: true }),
      isReadable,
    )
    // For the OpenAPI document: the check above counts characters, as JSON Schema does and zod does not.
    .register(z.globalRegistry, { maxLength: MAX_CODE_POINTS }),
);

/** `?q=`, `?sort=` and `?tz=` of a list that can be searched. */
export const searchQuery = {
  q,
  sort: z.optional(z.enum(SORTS)),
  tz: z.optional(
    z
      .string()
      .check(
        z.maxLength(100, { abort: true }),
        z.refine(isTimeZone, "must be the name of a time zone, such as Asia/Tokyo"),
      ),
  ),
};

function isShort(q: string): boolean {
  return q.length <= 2 * MAX_CODE_POINTS && Array.from(q).length <= MAX_CODE_POINTS;
}

/** Names every value that can't be read, with its place in characters. */
function isReadable({ value, issues }: { readonly value: string; readonly issues: z.core.$ZodRawIssue[] }): void {
  const { conditions, problems } = parseSearch(value);
  for (const { operator, offset, length } of problems) {
    const place = {
      offset: characters(value.slice(0, offset)),
      length: characters(value.slice(offset, offset + length)),
    };
    issues.push({ code: "custom", input: value, message: MUST[operator], params: place });
  }
  if (conditions.length === 0 && problems.length === 0) {
    issues.push({ code: "custom", input: value, message: "must hold a word" });
  }
}

function characters(text: string): number {
  return Array.from(text).length;
}
