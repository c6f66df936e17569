import { texts, translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";

const moreTexts = texts({
  andMore: (shown: string) => [`${shown}, more below`, `${shown} (続きあり)`],
});

/** How many items of a list are shown. @param counted words for all of them, such as `42 bookmarks` */
export function shownOf(shown: number, all: number, counted: (number: number) => string): string {
  return shown === all ? counted(all) : translations(partTexts).shown(shown, all);
}

/**
 * How many items of a list that is read from the API are shown.
 *
 * @param total null where the API tells none
 * @param counted words for all of them, such as `42 books`
 */
export function shownWords(
  shown: number,
  total: number | null,
  hasMore: boolean,
  counted: (number: number) => string,
  andMore = translations(moreTexts).andMore,
): string {
  const words = shownOf(shown, total ?? shown, counted);
  return total === null && hasMore ? andMore(words) : words;
}
