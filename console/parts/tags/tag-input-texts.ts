import { texts } from "../../language/language.ts";
import { LONGEST_TAG, MOST_TAGS } from "./tag-list.ts";

/** The texts of the text box for tags. */
export const tagInputTexts = texts({
  en: {
    chosen: (label: string) => `${label}: chosen`,
    remove: (tag: string) => `Remove ${tag}`,
    suggestions: "Suggestions",
    removed: (tag: string) => `Removed the tag ${tag}.`,
    long: `A tag has at most ${LONGEST_TAG} characters.`,
    many: `There can be at most ${MOST_TAGS} tags.`,
  },
  ja: {
    chosen: (label: string) => `${label}: 選択済み`,
    remove: (tag: string) => `${tag} を外す`,
    suggestions: "候補",
    removed: (tag: string) => `タグ「${tag}」を外しました。`,
    long: `タグは ${LONGEST_TAG} 文字までです。`,
    many: `タグは ${MOST_TAGS} 個までです。`,
  },
});
