import { count } from "../../language/format.ts";
import { texts, translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";

const moreTexts = texts({
  en: { andMore: (shown: string) => `${shown}, and there are more` },
  ja: { andMore: (shown: string) => `${shown} (続きがあります)` },
});

/**
 * How many items of a list that is read from the API are shown.
 *
 * @param total null where the API tells none
 */
export function shownWords(
  shown: number,
  total: number | null,
  hasMore: boolean,
  andMore = translations(moreTexts).andMore,
): string {
  const words = translations(partTexts).shown(count(shown), count(total ?? shown));
  return total === null && hasMore ? andMore(words) : words;
}
