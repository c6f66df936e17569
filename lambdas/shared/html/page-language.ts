/** How much of a text is looked at, in code units. */
const SAMPLE = 5000;

// The country's code where the language's belongs: common, and no language of its own.
const MISTAKEN: Readonly<Record<string, string>> = { jp: "ja", cn: "zh" };
// "Undetermined", "multiple" and "no linguistic content" say that nothing was said.
const NO_LANGUAGE = new Set(["und", "mul", "zxx"]);

/** Primary subtag of a declared language, whether written `ja`, `ja-JP` or `ja_JP`; null where it names none. */
export function primaryLanguage(declared: string): string | null {
  // Content-Language may be a list.
  const [tag = ""] = (declared.split(",", 1)[0] ?? "").trim().replaceAll("_", "-").split(".", 1);
  try {
    const { language = "und" } = new Intl.Locale(tag);
    return NO_LANGUAGE.has(language) ? null : (MISTAKEN[language] ?? language);
  } catch {
    return null;
  }
}

/**
 * What a text's script tells of its language: kana `ja`, hangul `ko`, Han without kana `zh`. Null for all others: many
 * languages share the Latin, Arabic and Cyrillic letters.
 */
export function languageOfScript(text: string): string | null {
  const sample = text.slice(0, SAMPLE);
  const share = (pattern: RegExp) => (sample.match(pattern)?.length ?? 0) / letters;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  // A few foreign words, a name or a quotation, do not decide.
  if (share(/\p{sc=Hangul}/gu) > 0.2) return "ko";
  if (share(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu) > 0.1) return "ja";
  return share(/\p{sc=Han}/gu) > 0.3 ? "zh" : null;
}
