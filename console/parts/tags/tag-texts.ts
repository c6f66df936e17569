import { texts } from "../../language/language.ts";

/** The texts of tags. */
export const tagTexts = texts({
  tags: ["Tags", "タグ"],
  filter: ["Filter by tags", "タグで絞り込む"],
  hintOfPage: [
    "Enter or a comma adds a tag. Without tags, those of the summary are shown.",
    "Enter キーかコンマでタグを追加します。空欄の場合は、要約のタグを表示します。",
  ],
});
