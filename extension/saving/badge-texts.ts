import { amount } from "../../console/language/amount.ts";
import { texts } from "../../console/language/language.ts";

/** The texts of the extension's button and of its menu. */
export const badgeTexts = texts({
  en: {
    save: "Save to Magpie",
    savePage: "Save this page to Magpie",
    saveLink: "Save this link to Magpie",
    saveSelection: "Save this page to Magpie, with the selected text as a note",
    saved: "Saved to Magpie",
    refused: "Magpie saves only web pages",
    ended: "Your Magpie session has ended. Sign in again: what you saved is kept.",
    waiting: (count: number) => `Magpie: ${count} waiting to be sent`,
    failed: (count: number) => `Magpie: ${amount(count, "page was", "pages were")} not saved`,
  },
  ja: {
    save: "Magpie に保存",
    savePage: "このページを Magpie に保存",
    saveLink: "このリンクを Magpie に保存",
    saveSelection: "選択した文章をメモにして、このページを Magpie に保存",
    saved: "Magpie に保存しました",
    refused: "Magpie に保存できるのは Web のページだけです",
    ended: "サインインの有効期限が切れました。もう一度サインインしてください。保存した内容は残っています。",
    waiting: (count: number) => `Magpie: ${count} 件が送信待ちです`,
    failed: (count: number) => `Magpie: ${count} 件を保存できませんでした`,
  },
});
