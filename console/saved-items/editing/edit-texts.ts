import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of the dialogs that change an item, and the tags of several. */
export const editTexts = texts({
  tagsOfSummary: ["Use the summary's tags", "要約のタグを使う"],
  tagsGivenBack: [
    "The summary's tags appear once the change has been sent.",
    "変更が送信されると、要約のタグが表示されます。",
  ],
  chooseTags: ["Choose your own tags", "タグを自分で付ける"],
  tagTitle: (count: string) => [`Change the tags of ${count} selected`, `選択した ${count} 件のタグを変更`],
  addTags: ["Add tags", "追加するタグ"],
  removeTags: ["Remove tags", "外すタグ"],
  changeTags: ["Change tags", "タグを変更"],
  tagged: (count: string) => [`Tags changed: ${count}.`, `${count} 件のタグを変更しました。`],
  notTagged: (number: number) => [
    `${amount(number, "would have more than 20 tags and was not changed", "would have more than 20 tags and were not changed")}.`,
    `${count(number)} 件はタグが 20 個を超えるため、変更しませんでした。`,
  ],
  nothingToTag: ["These tags change nothing.", "これらのタグでは何も変わりません。"],
});
