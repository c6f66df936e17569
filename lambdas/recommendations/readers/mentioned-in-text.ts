import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import type { MentionTarget } from "./mention-target.ts";
import { untrackedAddress } from "./untracked-address.ts";

/** An address up to white space, quotes, angle brackets, and the characters that separate cells and code in Markdown. */
const ADDRESS = /https?:\/\/[^\s<>"|`\\]+/giu;

/** The characters that may come right before an address in a text; `*`, `_`, `~` and `|` are Markdown's. */
const BEFORE = /^[\s\p{Ps}\p{Pi}"'<*_~|]$/u;

/** Punctuation and closing brackets end an address only at the end of a word. */
const AFTER = /[\p{Pe}\p{Pf}.,:;!?"'、。*_~]/u;

/** A longer word can't be an address of this site: it is as long as two addresses. */
const MAX_WORD = 2 * MAX_ADDRESS;

const CLOSED_BY: Readonly<Record<string, string>> = { "(": ")", "[": "]" };

/**
 * A word up to a closing bracket without an opening one: the bracket belongs to a link in Markdown, or to the text around
 * it.
 */
function withinBrackets(word: string): string {
  const open: string[] = [];
  for (let at = 0; at < word.length; at += 1) {
    const character = word.charAt(at);
    const closing = CLOSED_BY[character];
    if (closing !== undefined) open.push(closing);
    else if ((character === ")" || character === "]") && open.pop() !== character) return word.slice(0, at);
  }
  return word;
}

/** The number of characters before the punctuation at the end of a word. */
function lengthWithoutEnd(word: string): number {
  let length = word.length;
  while (length > 0 && AFTER.test(word.charAt(length - 1))) length -= 1;
  return length;
}

/**
 * Whether a text mentions a target: one of its words is the target's address, whatever its tracking parameters. Markdown's
 * links, images and references contain such words.
 */
export function isInText(text: string, { written, address: wanted }: MentionTarget): boolean {
  // The target may end with punctuation itself, which the word must have, too.
  const ending = written.slice(lengthWithoutEnd(written));
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    if (found.length > MAX_WORD || (index > 0 && !BEFORE.test(text.charAt(index - 1)))) continue;
    const word = withinBrackets(found);
    const end = lengthWithoutEnd(word);
    const address = word.slice(0, word.startsWith(ending, end) ? end + ending.length : end);
    if (untrackedAddress(address) === wanted) return true;
  }
  return false;
}
