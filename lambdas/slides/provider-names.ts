import { listed } from "../shared/listed.ts";
import type { Language } from "../shared/notices/languages.ts";
import { DECK_PROVIDERS } from "./providers.ts";

/**
 * The providers' names as one phrase of a sentence: `Speaker Deck, Docswell and Google Slides`.
 *
 * @param before the word before the last name, in English
 */
export function providerNames(
  language: Language,
  { before = "and", isWithExample = false }: { readonly before?: "and" | "or"; readonly isWithExample?: boolean } = {},
): string {
  const names = Object.values(DECK_PROVIDERS).map(({ names, example }) =>
    isWithExample ? `${names[language]} (${example})` : names[language],
  );
  return language === "en" ? listed(names, before) : names.join("、");
}
