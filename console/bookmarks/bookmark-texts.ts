import { amount } from "../language/amount.ts";
import { count } from "../language/format.ts";
import { texts } from "../language/language.ts";

/** The texts of the bookmarks' screens. */
export const bookmarkTexts = texts({
  details: ["Title and note", "タイトル・メモ"],
  /** Why a text is no page's address (`pageAddress`). */
  problems: {
    empty: ["Type or paste an address.", "ページの URL を入力するか、貼り付けてください。"],
    invalid: [
      "This is not a page's address. Copy the address from the browser's address bar.",
      "ページの URL ではありません。ブラウザーのアドレスバーからコピーしてください。",
    ],
    not_web: [
      "Only https:// and http:// addresses can be saved.",
      "保存できるのは、https:// または http:// で始まる URL だけです。",
    ],
  },
  isDeck: ["This is a slide deck.", "これはスライドです。"],
  saveDeck: ["Save to Slides", "スライドに保存"],
  deckKept: [
    "Deck saved on this device. It appears in Slides and is sent as soon as possible.",
    "スライドをこの端末に保存しました。「スライド」に表示され、まもなく送信されます。",
  ],
  kept: ["Saved on this device. It is sent as soon as possible.", "この端末に保存しました。まもなく送信されます。"],
  notSaved: (url: string, reason: string) => [
    `${url} was not saved. ${reason}`,
    `${url} を保存できませんでした。${reason}`,
  ],
  there: (title: string) => [`Already saved: ${title}`, `保存済みです: ${title}`],
  noneFound: ["No bookmarks match the search and the filters.", "条件に合うブックマークはありません。"],
  statuses: {
    saving: ["Saving", "保存中"],
    processing: ["Processing", "処理中"],
    retrying: ["Retrying", "再試行中"],
    done: ["Done", "完了"],
    failed: ["Failed", "失敗"],
  },
  minutes: (minutes: number) => [`${minutes} min`, `${minutes} 分`],
  continueReading: ["Continue reading", "続きを読む"],
  left: (minutes: number) => [`${minutes} min left`, `残り ${minutes} 分`],
  duplicateOf: ["The same page as", "同じページのブックマーク:"],
  gone: (day: string, hasCopy: boolean) => [
    `gone since ${day}${hasCopy ? "; your copy is here" : ""}`,
    `${day} 以降ページなし${hasCopy ? " (本文は保存済み)" : ""}`,
  ],
  merge: ["Merge", "統合"],
  count: (number: number) => [amount(number, "bookmark", "bookmarks"), `${count(number)} 件`],
  all: ["All bookmarks", "ブックマーク一覧"],
});
