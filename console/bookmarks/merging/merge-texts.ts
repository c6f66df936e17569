import { texts } from "../../language/language.ts";

/** The texts of the question whether two bookmarks become one. */
export const mergeTexts = texts({
  title: ["Merge the two bookmarks?", "2 つのブックマークを統合しますか?"],
  text: (goes: string, stays: string) => [
    `This one stays, with both notes, all your tags and the earlier date: ${stays}. This one is deleted, and its address leads to the other: ${goes}.`,
    `${stays} が残り、両方のメモ、自分で付けたすべてのタグ、早いほうの保存日を引き継ぎます。${goes} は削除され、その URL は残るブックマークのものになります。`,
  ],
  keep: ["Keep both", "統合しない"],
  merged: (goes: string) => [`Merged: ${goes}`, `「${goes}」を統合しました。`],
  undone: ["Nothing was merged.", "統合を元に戻しました。"],
});
