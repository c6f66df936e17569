import { markupText } from "../../shared/html/markup-text.ts";
import { unescapedText } from "../../shared/html/twice-escaped.ts";
import { beginning, singleLine } from "../../shared/plain-text.ts";

/** The longest stored description, in code points. */
const MAX_CODE_POINTS = 5_000;
/** The code units of a description that are read: without markup and entities it is shorter. */
const MAX_RAW = 4 * MAX_CODE_POINTS;

/** A tag of a publisher's markup that was escaped, as in `&lt;/b&gt;`. A description of a book on HTML names tags alone. */
const ESCAPED_TAG = /&lt;(?:\/(?:b|i|em|strong|p|li|ul|ol|div|span|h\d)|br ?\/?)&gt;/i;

/**
 * The plain text of a description, which Google stores as simple HTML: one line of at most 5,000 code points. Empty if
 * nothing visible is left.
 */
export function descriptionText(html: string): string {
  const read = html.slice(0, MAX_RAW);
  const markup = ESCAPED_TAG.test(read) ? unescapedText(read) : read;
  return beginning(singleLine(markupText(markup)), MAX_CODE_POINTS);
}
