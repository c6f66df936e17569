import { amount } from "../../language/amount.ts";
import { texts } from "../../language/language.ts";
import { LONGEST_TAG, MOST_TAGS } from "./tag-list.ts";

/** The texts of tags, and of the text box for them. */
export const tagTexts = texts({
  en: {
    tags: "Tags",
    filter: "Filter by tags",
    hint: "Enter or a comma adds a tag.",
    hintOfPage: "Enter or a comma adds a tag. Without tags, those of the summary are shown.",
    chosen: (label: string) => `${label}: chosen`,
    remove: (tag: string) => `Remove ${tag}`,
    suggestions: "Suggestions",
    removed: (tag: string) => `Removed the tag ${tag}.`,
    long: `A tag has at most ${LONGEST_TAG} characters.`,
    many: (left: number) => `There can be at most ${MOST_TAGS} tags. ${amount(left, "was", "were")} not added.`,
  },
  ja: {
    tags: "タグ",
    filter: "タグで絞り込む",
    hint: "Enter キーかコンマでタグを追加します。",
    hintOfPage: "Enter キーかコンマでタグを追加します。空欄の場合は、要約のタグを表示します。",
    chosen: (label: string) => `${label}: 選択済み`,
    remove: (tag: string) => `タグ「${tag}」を外す`,
    suggestions: "候補",
    removed: (tag: string) => `タグ「${tag}」を外しました。`,
    long: `タグは ${LONGEST_TAG} 文字までです。`,
    many: (left: number) => `タグは ${MOST_TAGS} 個までです。${left} 個は追加されていません。`,
  },
});
