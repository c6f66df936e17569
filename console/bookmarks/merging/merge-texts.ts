import { texts } from "../../language/language.ts";

/** The texts of the question whether two bookmarks become one. */
export const mergeTexts = texts({
  en: {
    title: "Merge the two bookmarks?",
    text: (goes: string, stays: string) =>
      `This one stays, with both notes, all your tags and the earlier date: ${stays}. This one is deleted, and its address leads to the other: ${goes}.`,
    keep: "Keep both",
    merged: (goes: string) => `Merged: ${goes}`,
    undone: "Nothing was merged.",
  },
  ja: {
    title: "2 つのブックマークを統合しますか?",
    text: (goes: string, stays: string) =>
      `${stays} が残り、両方のメモ、自分で付けたすべてのタグ、早いほうの保存日を引き継ぎます。${goes} は削除され、その URL は残るブックマークのものになります。`,
    keep: "統合しない",
    merged: (goes: string) => `「${goes}」を統合しました。`,
    undone: "統合を元に戻しました。",
  },
});
