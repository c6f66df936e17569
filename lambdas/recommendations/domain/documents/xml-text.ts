import { escaped } from "../../../shared/html/escaped.ts";

/** Characters that XML 1.0 (section 2.2) excludes, even as references: a reader would reject the whole document. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A text escaped for XML, also for a quoted attribute; excluded characters are dropped. */
export function xmlText(text: string): string {
  return escaped(text.replace(NO_CHARACTER, ""));
}
