import { amount } from "../../console/language/amount.ts";
import { texts } from "../../console/language/language.ts";

/** The texts of the extension's button and of its menu. */
export const badgeTexts = texts({
  save: ["Save to Magpie", "Magpie に保存"],
  savePage: ["Save this page to Magpie", "このページを Magpie に保存"],
  saveLink: ["Save this link to Magpie", "このリンクを Magpie に保存"],
  saveSelection: [
    "Save this page to Magpie, with the selected text as a note",
    "選択した文章をメモにして、このページを Magpie に保存",
  ],
  saved: ["Saved to Magpie", "Magpie に保存しました"],
  refused: ["Magpie saves only web pages", "Magpie に保存できるのは Web のページだけです"],
  notKept: [
    "This browser could not keep the page: it was not saved",
    "ブラウザーに書き込めなかったため、ページは保存されませんでした",
  ],
  ended: [
    "Your Magpie session has ended. Sign in again: what you saved is kept.",
    "サインインの有効期限が切れました。もう一度サインインしてください。保存した内容は残っています。",
  ],
  waiting: (count: number) => [`Magpie: ${count} waiting to be sent`, `Magpie: ${count} 件が送信待ちです`],
  failed: (count: number) => [
    `Magpie: ${amount(count, "page was", "pages were")} not saved`,
    `Magpie: ${count} 件を保存できませんでした`,
  ],
});
