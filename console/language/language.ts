import { computed, signal } from "@preact/signals";
import type { InEachLanguage, Language } from "../../lambdas/shared/notices/languages.ts";
import { LANGUAGES, languageOf } from "../../lambdas/shared/notices/languages.ts";
import { preferences } from "../device/preferences.ts";
import { isolated } from "./isolated.ts";
import { loadTexts, textsIn } from "./load-texts.ts";

/** The one chosen in the settings, else the first of the browser's that is available. */
const chosenLanguage = computed<Language>(() => preferences.value.language ?? languageOf(navigator.languages));

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

type Pair = InEachLanguage<string>;

/** Texts by their keys. A text with values is a function of them, which makes it in each language. */
export interface DeclaredTexts {
  readonly [key: string]: Pair | ((...values: never[]) => Pair) | DeclaredTexts;
}

/** Declared texts in one language. */
type Shown<T> = {
  readonly [Key in keyof T]: T[Key] extends Pair
    ? string
    : T[Key] extends (...values: infer Values) => Pair
      ? (...values: Values) => string
      : Shown<T[Key]>;
};

/** The texts of a part of the console, by language. */
export type Texts<T> = (of: Language) => Shown<T>;

/**
 * Declares texts. English plurals are formed by `amount`. The values are isolated: a title can't change the direction of the
 * sentence around it.
 */
export function texts<const T extends DeclaredTexts>(declared: T): Texts<T> {
  const made: { [Of in Language]?: Shown<T> } = {};
  // Read when they are shown: in the console they come on demand.
  return (of) => {
    made[of] ??= shown(textsIn(of, declared), LANGUAGES.indexOf(of)) as Shown<T>;
    return made[of];
  };
}

function shown(text: unknown, index: number): unknown {
  // The build leaves one language of those that come on demand.
  if (typeof text === "string") return text;
  if (Array.isArray(text)) return text[index];
  if (typeof text === "function") {
    return (...values: readonly unknown[]) =>
      shown(text(...values.map((value) => (typeof value === "string" ? isolated(value) : value))), index);
  }
  return Object.fromEntries(Object.entries(text as object).map(([key, each]) => [key, shown(each, index)]));
}

/** The texts in the interface's language. A component that reads them is rendered again when the language changes. */
export function translations<T>(all: Texts<T>): Shown<T> {
  return all(language.value);
}
