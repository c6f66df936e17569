import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of the dialog that changes the tags of several bookmarks. */
export const tagDialogTexts = texts({
  en: {
    tagTitle: (count: string) => `Change the tags of ${count} selected`,
    addTags: "Add tags",
    removeTags: "Remove tags",
    changeTags: "Change tags",
    tagged: (count: string) => `Tags changed: ${count}.`,
    notTagged: (number: number) =>
      `${amount(number, "would have more than 20 tags and was not changed", "would have more than 20 tags and were not changed")}.`,
    nothingToTag: "These tags change nothing.",
  },
  ja: {
    tagTitle: (count: string) => `選択した ${count} 件のタグを変更`,
    addTags: "追加するタグ",
    removeTags: "外すタグ",
    changeTags: "タグを変更",
    tagged: (count: string) => `${count} 件のタグを変更しました。`,
    notTagged: (number: number) => `${count(number)} 件はタグが 20 個を超えるため、変更しませんでした。`,
    nothingToTag: "これらのタグでは何も変わりません。",
  },
});
