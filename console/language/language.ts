import { computed, signal } from "@preact/signals";
import type { Language } from "../../lambdas/shared/notices/languages.ts";
import { LANGUAGES } from "../../lambdas/shared/notices/languages.ts";
import { preferences } from "../device/preferences.ts";
import { isolated } from "./isolated.ts";
import { loadTexts } from "./load-texts.ts";

/** The one chosen in the settings, else the first of the browser's that is available. */
const chosenLanguage = computed<Language>(() => preferences.value.language ?? browserLanguage());

const loadedLanguage = signal<Language | null>(null);

/** The interface's language: the chosen one; where texts come on demand, the last chosen one whose texts are there. */
export const language = computed<Language>(() => loadedLanguage.value ?? chosenLanguage.value);

/**
 * Has the interface in the chosen language as soon as its texts are loaded. An effect that calls this function runs again when
 * another language is chosen.
 *
 * @throws the browser's error when they can't be loaded
 */
export async function loadLanguage(): Promise<void> {
  const chosen = chosenLanguage.value;
  await loadTexts(chosen);
  if (chosenLanguage.peek() === chosen) loadedLanguage.value = chosen;
}

function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const [code] = tag.toLowerCase().split("-");
    const known = LANGUAGES.find((language) => language === code);
    if (known !== undefined) return known;
  }
  return LANGUAGES[0];
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

/**
 * Declares texts. A text with values is a function; English plurals are formed in it by `amount`. The values are isolated: a
 * title can't change the direction of the sentence around it.
 */
export function texts<const T>(both: { readonly en: T; readonly ja: Same<T> }): Texts<T> {
  const made: { en?: T; ja?: Same<T> } = {};
  // Read when they are shown: in the console they come on demand.
  return {
    get en() {
      made.en ??= isolating(both.en);
      return made.en;
    },
    get ja() {
      made.ja ??= isolating(both.ja);
      return made.ja;
    },
  };
}

function isolating<T>(all: T): T {
  if (typeof all === "function") {
    return ((...values: readonly unknown[]) =>
      all(...values.map((value) => (typeof value === "string" ? isolated(value) : value)))) as T;
  }
  if (typeof all !== "object" || all === null) return all;
  return Object.fromEntries(Object.entries(all).map(([key, text]) => [key, isolating(text)])) as T;
}

/** The texts in the interface's language. A component that reads them is rendered again when the language changes. */
export function translations<T>(both: Texts<T>): Same<T> {
  return both[language.value] as Same<T>;
}
