import { computed } from "@preact/signals";
import type { Language } from "../shell/preferences.ts";
import { preferences } from "../shell/preferences.ts";

/** The interface's language: the one chosen in the settings, else the first of the browser's that there is. */
export const language = computed<Language>(() => preferences.value.language ?? browserLanguage());

function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const [code] = tag.toLowerCase().split("-");
    if (code === "en" || code === "ja") return code;
  }
  return "en";
}

/** The texts of a part of the console in every language: each language has the same keys, or the compiler refuses it. */
export interface Texts<T> {
  readonly en: T;
  readonly ja: Same<T>;
}

/** The same keys and parameters; a text may differ. */
type Same<T> = {
  readonly [Key in keyof T]: T[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : T[Key] extends string
      ? string
      : Same<T[Key]>;
};

/** Declares texts. A text with values is a function; English plurals are formed in it. */
export function texts<const T>(both: { readonly en: T; readonly ja: Same<T> }): Texts<T> {
  return both;
}

/** The texts in the interface's language. A component that reads them is rendered again when the language changes. */
export function said<T>(both: Texts<T>): Same<T> {
  return both[language.value] as Same<T>;
}
