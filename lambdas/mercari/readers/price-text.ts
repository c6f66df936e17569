// The comma of thousands may stand in an element of its own, with white space around.
const AMOUNT = "(?:\\d{1,3}(?:\\s*,\\s*\\d{3})+|\\d+)";
const YEN = `(?:(?:JP)?¥\\s*(?<after>${AMOUNT})(?:\\s*円)?|(?<before>${AMOUNT})\\s*円)`;
const WHOLE = new RegExp(`^${YEN}(?:\\s*\\(?(?:税込み?|送料込み?|着払い)\\)?)*$`, "u");
const AT_START = new RegExp(`^${YEN}(?=[\\s(]|$)`, "u");
// Letters and signs before ¥ name another currency; a point after the digits is no yen's.
const ANYWHERE = new RegExp(`(?<![\\w$€£¥.,])${YEN}(?![\\d.,])`, "gu");

/** More digits than any price has. */
const MAX_DIGITS = 9;

/** Full-width digits, commas and ￥ as the plain ones. For what is read of a text, never for what is kept of it. */
function plain(text: string): string {
  return text.normalize("NFKC").trim();
}

function amountOf(match: RegExpMatchArray | null): number | null {
  const digits = (match?.groups?.after ?? match?.groups?.before ?? "").replace(/[\s,]/g, "");
  const yen = digits.length > MAX_DIGITS ? 0 : Number(digits);
  return yen > 0 ? yen : null;
}

/** A text that is a price and nothing else, in whole yen; null for an amount in another currency and anything else. */
export function wholeYen(text: string): number | null {
  return amountOf(WHOLE.exec(plain(text)));
}

/** The price that a text begins with; a converted one may follow. */
export function leadingYen(text: string): number | null {
  return amountOf(AT_START.exec(plain(text)));
}

/** The one yen amount in a text; null if there are none or several. */
export function onlyYen(text: string): number | null {
  const amounts = new Set(Array.from(plain(text).matchAll(ANYWHERE), amountOf));
  const [amount = null] = amounts;
  return amounts.size === 1 ? amount : null;
}

/** Whether a price text is the running bid of an auction. */
export function isRunningBid(text: string): boolean {
  return text.trimStart().startsWith("現在");
}
