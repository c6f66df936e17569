import { markupText } from "../../shared/html/markup-text.ts";
import { beginning, singleLine } from "../../shared/plain-text.ts";

/** The longest stored description, in code points. */
const MAX_CODE_POINTS = 5_000;
/** The code units of a description that are read: without markup and entities it is shorter. */
const MAX_RAW = 4 * MAX_CODE_POINTS;

/**
 * The plain text of a description, which Google stores as simple HTML: one line of at most 5,000 code points. Empty if
 * nothing visible is left.
 */
export function descriptionText(html: string): string {
  return beginning(singleLine(markupText(html.slice(0, MAX_RAW))), MAX_CODE_POINTS);
}
