/** How many code units of a text are examined. */
const SAMPLE = 5000;

// Country codes that are often used instead of the language code, and are no language codes themselves.
const MISTAKEN: Readonly<Record<string, string>> = { jp: "ja", cn: "zh" };
// The codes for "undetermined", "multiple" and "no linguistic content" count as no declaration.
const NO_LANGUAGE = new Set(["und", "mul", "zxx"]);

/** The primary subtag of a declared language, written `ja`, `ja-JP` or `ja_JP`; null for any other text. */
export function primaryLanguage(declared: string): string | null {
  // `Content-Language` may be a list.
  const [tag = ""] = (declared.split(",", 1)[0] ?? "").trim().replaceAll("_", "-").split(".", 1);
  try {
    const { language = "und" } = new Intl.Locale(tag);
    return NO_LANGUAGE.has(language) ? null : (MISTAKEN[language] ?? language);
  } catch {
    return null;
  }
}

/**
 * The language that a text's script indicates: kana `ja`, hangul `ko`, Han without kana `zh`. Null for other scripts: many
 * languages share the Latin, Arabic and Cyrillic scripts.
 */
export function languageOfScript(text: string): string | null {
  const sample = text.slice(0, SAMPLE);
  const share = (pattern: RegExp) => (sample.match(pattern)?.length ?? 0) / letters;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  // A few foreign words, in a name or a quotation, must not decide.
  if (share(/\p{sc=Hangul}/gu) > 0.2) return "ko";
  if (share(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu) > 0.1) return "ja";
  return share(/\p{sc=Han}/gu) > 0.3 ? "zh" : null;
}
