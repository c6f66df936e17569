import { amount } from "../../language/amount.ts";
import { texts } from "../../language/language.ts";
import { LONGEST_TAG, MOST_TAGS } from "./tag-list.ts";

/** The texts of the text box for tags. */
export const tagInputTexts = texts({
  hint: ["Enter or a comma adds a tag.", "Enter キーかコンマでタグを追加します。"],
  chosen: (label: string) => [`${label}: chosen`, `${label}: 選択済み`],
  remove: (tag: string) => [`Remove ${tag}`, `タグ「${tag}」を外す`],
  suggestions: ["Suggestions", "候補"],
  removed: (tag: string) => [`Removed the tag ${tag}.`, `タグ「${tag}」を外しました。`],
  long: [`A tag has at most ${LONGEST_TAG} characters.`, `タグは ${LONGEST_TAG} 文字までです。`],
  many: (left: number) => [
    `There can be at most ${MOST_TAGS} tags. ${amount(left, "was", "were")} not added.`,
    `タグは ${MOST_TAGS} 個までです。${left} 個は追加されていません。`,
  ],
});
