import { texts } from "../../language/language.ts";

/** The texts of selecting items of a list. */
export const selectionTexts = texts({
  select: ["Select", "選択"],
  end: ["End selection", "選択を終了"],
  selection: ["Selection", "選択中の項目"],
  selected: (count: string) => [`${count} selected`, `${count} 件を選択中`],
  selectAll: (count: string) => [`Select all ${count}`, `${count} 件すべてを選択`],
  tag: ["Tag", "タグ"],
  selectNone: ["Select none", "選択を解除"],
});
