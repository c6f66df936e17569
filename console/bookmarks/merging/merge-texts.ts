import { texts } from "../../language/language.ts";

/** The texts of the question whether two bookmarks become one. */
export const mergeTexts = texts({
  en: {
    title: "Merge the two bookmarks?",
    text: (goes: string, stays: string) =>
      `“${stays}” stays, with both notes, all your tags and the earlier date. “${goes}” is deleted, and its address belongs to the one that stays. This can't be undone.`,
    keep: "Keep both",
    confirm: "Merge",
    merged: "The merge is stored on this device. It is sent as soon as possible.",
  },
  ja: {
    title: "2 つのブックマークを統合しますか?",
    text: (goes: string, stays: string) =>
      `「${stays}」が残り、両方のメモ、自分で付けたすべてのタグ、早いほうの保存日を引き継ぎます。「${goes}」は削除され、その URL は残るブックマークのものになります。元に戻せません。`,
    keep: "統合しない",
    confirm: "統合",
    merged: "統合をこの端末に保存しました。接続でき次第送信されます。",
  },
});
