import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of deletions and of fetches that can be undone. */
export const undoTexts = texts({
  en: {
    deleted: (count: number, name: string) =>
      count === 1 ? `Deleted: ${name}` : `Deleted: ${amount(count, "item", "items")}`,
    undo: "Undo",
    undone: "Nothing was deleted.",
    fetched: (count: string) => `Pages to fetch again: ${count}`,
    nothingChanged: "Nothing was changed.",
    partly: (undone: number, all: number) =>
      `Undone: ${undone} of ${all}. The rest was sent already and can no longer be undone.`,
    tooLate: "It was sent already and can no longer be undone.",
  },
  ja: {
    deleted: (number: number, name: string) =>
      number === 1 ? `「${name}」を削除しました。` : `${count(number)} 件を削除しました。`,
    undo: "元に戻す",
    undone: "削除を元に戻しました。",
    fetched: (count: string) => `${count} 件を再取得します。`,
    nothingChanged: "変更を元に戻しました。",
    partly: (undone: number, all: number) =>
      `${count(all)} 件中 ${count(undone)} 件を元に戻しました。残りはすでに送信されたため、元に戻せません。`,
    tooLate: "すでに送信されたため、元に戻せません。",
  },
});
