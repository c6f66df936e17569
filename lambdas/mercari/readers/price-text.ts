import { nfkc } from "../../shared/nfkc.ts";

// The thousands separator may be in an element of its own, surrounded by white space.
const AMOUNT = "(?:\\d{1,3}(?:\\s*,\\s*\\d{3})+|\\d+)";
const YEN = `(?:(?:JP)?¥\\s*(?<after>${AMOUNT})(?:\\s*円)?|(?<before>${AMOUNT})\\s*円)`;
const WHOLE = new RegExp(`^${YEN}(?:\\s*\\(?(?:税込み?|送料込み?|着払い)\\)?)*$`, "u");
const AT_START = new RegExp(`^${YEN}(?=[\\s(]|$)`, "u");
// A letter or sign before ¥ means another currency; a decimal point after the digits is not yen.
const ANYWHERE = new RegExp(`(?<![\\w$€£¥.,])${YEN}(?![\\d.,])`, "gu");

/** More digits than any price has. */
const MAX_DIGITS = 9;

/** Replaces full-width digits, commas and ￥ by ASCII characters. The result is for parsing only and is never stored. */
function plain(text: string): string {
  return nfkc(text).trim();
}

function amountOf(match: RegExpMatchArray | null): number | null {
  const digits = (match?.groups?.after ?? match?.groups?.before ?? "").replace(/[\s,]/g, "");
  const yen = digits.length > MAX_DIGITS ? 0 : Number(digits);
  return yen > 0 ? yen : null;
}

/** The amount in whole yen of a text that consists of a price; null for another currency and for any other text. */
export function wholeYen(text: string): number | null {
  return amountOf(WHOLE.exec(plain(text)));
}

/** The amount in yen at the beginning of a text; a price in another currency may follow. */
export function leadingYen(text: string): number | null {
  return amountOf(AT_START.exec(plain(text)));
}

/** The only amount in yen in a text; null if there are none or several. */
export function onlyYen(text: string): number | null {
  const amounts = new Set(Array.from(plain(text).matchAll(ANYWHERE), amountOf));
  const [amount = null] = amounts;
  return amounts.size === 1 ? amount : null;
}

/** Whether a price text is the current bid of an auction. */
export function isRunningBid(text: string): boolean {
  return text.trimStart().startsWith("現在");
}
