import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of deletions and of fetches, most of which can be undone. */
export const undoTexts = texts({
  deleted: (number: number, name: string) => [
    `Deleted: ${number === 1 ? name : amount(number, "item", "items")}`,
    number === 1 ? `「${name}」を削除しました。` : `${count(number)} 件を削除しました。`,
  ],
  undo: ["Undo", "元に戻す"],
  undone: ["Nothing was deleted.", "削除を元に戻しました。"],
  fetched: (count: string) => [`Pages to fetch again: ${count}`, `${count} 件を再取得します。`],
  fetching: ["Fetching the page again.", "ページを再取得します。"],
  nothingChanged: ["Nothing was changed.", "変更を元に戻しました。"],
  partly: (undone: number, all: number) => [
    `Undone: ${undone} of ${all}. The rest was sent already and can no longer be undone.`,
    `${count(all)} 件中 ${count(undone)} 件を元に戻しました。残りはすでに送信されたため、元に戻せません。`,
  ],
  tooLate: ["It was sent already and can no longer be undone.", "すでに送信されたため、元に戻せません。"],
});
