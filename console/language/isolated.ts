/** Characters that change the direction of the text around them: those of right-to-left scripts, and bare controls. */
const TURNING = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Ends of lines among them, which end an isolation (UAX #9, class B). */
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;
const ISOLATE = "\u2068";
const END = "\u2069";
const BEGINNINGS = ["\u2066", "\u2067", ISOLATE];

/**
 * A foreign text as a part of a sentence: whatever its direction, the rest of the sentence keeps its own. A text without a
 * direction of its own is unchanged.
 */
export function isolated(text: string): string {
  if (!TURNING.test(text)) return text;
  const kept: string[] = [];
  const open: number[] = [];
  for (const character of text.replace(CONTROLS, " ")) {
    // An end without its beginning would end the isolation.
    if (character === END && open.pop() === undefined) continue;
    if (BEGINNINGS.includes(character)) open.push(kept.length);
    kept.push(character);
  }
  // A beginning without its end would take the isolation's.
  for (const place of open) kept[place] = "";
  return `${ISOLATE}${kept.join("")}${END}`;
}
