import { markupTokens } from "./markup-tokens.ts";

/** A character reference, such as `&amp;`, `&#39;` or `&rsquo;`. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;
/** One that is a word of its own, and would become a space: the text is about it. */
const NAMED_SPACE = /(?:^|\s)&(?:nbsp|#160|#xa0);(?:\s|$)/i;

/**
 * A text without the references that its site has written by escaping it twice, as in `Tom &amp; Jerry&#39;s`. Such a text
 * contains references and none of the characters that escaping replaces: with one of these, the references are meant.
 *
 * @param text as read from markup, whose own references are decoded
 */
export function unescapedText(text: string): string {
  const others = text.replace(REFERENCE, "");
  if (others.length === text.length || /[&<]/.test(others) || NAMED_SPACE.test(text)) return text;
  return Array.from(markupTokens(text), (token) => (token.kind === "text" ? token.text : "")).join("");
}
