/** The languages of notices and of the interface (BCP 47); the first is that of a stage whose settings name none. */
export const LANGUAGES = ["en", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A value in each language, in the order of `LANGUAGES`: the compiler refuses one that lacks a language. */
export type InEachLanguage<Value, All extends readonly unknown[] = typeof LANGUAGES> = {
  readonly [Index in keyof All]: Value;
};

/** The language of the first tag (BCP 47, or with an underscore) that is one of these, otherwise the first language. */
export function languageOf(tags: readonly string[]): Language {
  const codes = tags.map((tag) => tag.toLowerCase().split(/[-_]/, 1)[0]);
  return codes.flatMap((code) => LANGUAGES.find((language) => language === code) ?? [])[0] ?? LANGUAGES[0];
}
