import { escaped } from "../../../shared/html/escaped.ts";

/** What is no character of XML 1.0 (section 2.2), even as a reference: a reader would refuse the whole document. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A text escaped for XML, also for a quoted attribute; what XML can't contain is left out. */
export function xmlText(text: string): string {
  return escaped(text.replace(NO_CHARACTER, ""));
}
