import * as z from "zod/mini";
import { nfkc } from "../nfkc.ts";
import { singleLine } from "../plain-text.ts";
import { searchableText } from "../search/searchable-text.ts";

export const MOST_TAGS = 20;
const LONGEST_TAG = 50;
/** Of a tag as it is sent, in code units: NFKC may make one shorter. */
const LONGEST_RAW_TAG = 500;

const tag = z.pipe(
  z.string().check(z.maxLength(LONGEST_RAW_TAG, { abort: true })),
  z.pipe(
    z.transform((raw: string) => singleLine(nfkc(raw))),
    z.string().check(
      z.minLength(1),
      z.refine((text) => Array.from(text).length <= LONGEST_TAG, `must have at most ${LONGEST_TAG} characters`),
    ),
  ),
);

/** Tags as a user sends them: each one line in NFKC; of those that differ in case only, the first stays. */
export const userTags = z.pipe(
  z.array(tag).check(z.maxLength(MOST_TAGS)),
  z.transform((tags: string[]) => distinctTags(tags)),
);

/** Tags that a list may be filtered by. */
export const tagFilter = z.optional(
  z.array(z.string().check(z.minLength(1), z.maxLength(LONGEST_RAW_TAG))).check(z.maxLength(MOST_TAGS)),
);

/** The tags without those that differ from an earlier one in case only. */
export function distinctTags(tags: readonly string[]): string[] {
  const byText = new Map<string, string>();
  for (const tag of tags) {
    const text = searchableText(tag);
    if (!byText.has(text)) byText.set(text, tag);
  }
  return [...byText.values()];
}
