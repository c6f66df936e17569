import { providerNames } from "../../../lambdas/slides/provider-names.ts";
import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import type { DeclaredTexts } from "../../language/language.ts";
import { texts } from "../../language/language.ts";

/** What can be exported and imported; its texts have the same name. */
export type MovedType = "bookmark" | "stock";

/** What is said of items of one type: how they are called in a title and in an amount, and which files have some. */
const ofItems = (title: string, one: string, other: string, items: string, files: readonly [string, string]) =>
  ({
    exportTitle: [`Export ${title}`, `${items}をエクスポート`],
    exported: (number: number) => [
      `Exported: ${amount(number, one, other)}.`,
      `${items} ${count(number)} 件をエクスポートしました。`,
    ],
    exportedOld: (number: number, time: string) => [
      `Exported: ${amount(number, one, other)}, as of ${time}. Later changes could not be fetched.`,
      `${time} 時点の${items} ${count(number)} 件をエクスポートしました。その後の変更は取得できませんでした。`,
    ],
    notWhole: [
      `Not all of your ${other} are on this device yet. Export again when they have been fetched.`,
      `この端末にはまだ一部の${items}しかありません。取得が終わってから、もう一度エクスポートしてください。`,
    ],
    importTitle: [`Import ${title}`, `${items}をインポート`],
    nothing: [`There are no ${other} in this file. ${files[0]}`, `このファイルには${items}がありません。${files[1]}`],
    nothingIn: (line: string, reason: string) => [
      `There are no ${other} in this file (line ${line}: ${reason})`,
      `このファイルには${items}がありません (${line} 行目: ${reason})`,
    ],
    checked: (number: number, refused: number) => [
      `${amount(number, one, other)} can be imported${refused === 0 ? "" : `, ${count(refused)} can't`}.`,
      `${items} ${count(number)} 件をインポートできます。${refused === 0 ? "" : `${count(refused)} 件はできません。`}`,
    ],
  }) satisfies DeclaredTexts;

/** The texts of the dialogs that move bookmarks and decks in and out. */
export const movingTexts = texts({
  format: ["Format", "形式"],
  formats: {
    html: [
      "Bookmark file (HTML): for browsers and other services",
      "ブックマークファイル (HTML): ブラウザーやほかのサービス向け",
    ],
    json: ["JSON: everything, for programs", "JSON: すべての項目、プログラム向け"],
    csv: ["CSV: for spreadsheets", "CSV: 表計算ソフト向け"],
  },
  download: ["Download", "ダウンロード"],
  fetching: ["Fetching the latest changes…", "最新の変更を確認しています…"],
  writing: (done: string, all: string) => [`${done} of ${all} written`, `${all} 件中 ${done} 件を書き出しました`],
  notSent: (number: number) => [
    `${amount(number, "unsent item is", "unsent items are")} not in the file.`,
    `送信待ちの ${count(number)} 件はファイルに含まれていません。`,
  ],
  file: ["File", "ファイル"],
  choose: ["Choose a file", "ファイルを選択"],
  drop: ["or drop it here", "またはここにドロップ"],
  fileHint: [
    "The bookmarks of a browser, the export of a service for bookmarks (HTML, JSON or CSV), or a list of addresses",
    "ブラウザーのブックマークファイル、ブックマークサービスからエクスポートしたファイル (HTML、JSON、CSV)、または URL の一覧",
  ],
  slides: ["Save slide decks to Slides", "スライドは「スライド」に保存する"],
  beginsLater: [
    "There is no connection. The import starts when it is back.",
    "オフラインです。オンラインになるとインポートを始めます。",
  ],
  notStored: (reason: string) => [
    `This device can't store the file, so nothing was imported: ${reason} Free some space, then try again.`,
    `この端末にファイルを保存できないため、インポートしていません。空き容量を増やしてから、もう一度お試しください。(${reason})`,
  ],
  canClose: [
    "You can close this. The import continues on every screen, and when the console is opened again.",
    "このダイアログを閉じても、別の画面に移っても続きます。ページを閉じた場合は、次に開いたときに再開します。",
  ],
  goesOn: ["The import continues in the background.", "インポートはバックグラウンドで続きます。"],
  checking: ["Reading the file…", "ファイルを読み込んでいます…"],
  unreadable: (reason: string) => [`The file can't be read: ${reason}`, `ファイルを読み込めません: ${reason}`],
  archive: [
    "The file is an archive. Unpack it, then choose the file in it.",
    "圧縮ファイルです。展開してから、中のファイルを選んでください。",
  ],
  charset: (guess: string) => [
    `The file is not in UTF-8, and its character encoding can't be determined for certain${guess && ` (${guess}?)`}. Save it as UTF-8, then try again.`,
    `ファイルが UTF-8 ではなく、文字コードを判別できません${guess && ` (${guess}?)`}。UTF-8 で保存してから、もう一度お試しください。`,
  ],
  merged: (count: string) => [
    `Duplicate entries merged: ${count}`,
    `同じページの項目を 1 件にまとめました: ${count} 件`,
  ],
  columns: ["What was read from the file", "読み込んだ列"],
  column: ["Column", "列"],
  read: ["Read", "読み込み済み"],
  notRead: ["Not read", "対象外"],
  withoutName: ["(without a name)", "(名前なし)"],
  start: (count: string) => [`Import ${count}`, `${count} 件をインポート`],
  goOn: ["Continue", "続行"],
  another: ["Choose another file", "別のファイルを選択"],
  sending: (done: string, all: string) => [`${done} of ${all}`, `${all} 件中 ${done} 件`],
  stop: ["Stop", "中止"],
  stopped: (done: string, all: string) => [
    `Stopped after ${done} of ${all}. You can continue it; nothing is saved twice.`,
    `${all} 件中 ${done} 件で中止しました。続きから再開でき、二重には保存されません。`,
  ],
  interrupted: (done: string, all: string, reason: string) => [
    `${reason} The import stopped after ${done} of ${all}. You can continue it; nothing is saved twice.`,
    `${all} 件中 ${done} 件でインポートが止まりました。続きから再開でき、二重には保存されません。${reason}`,
  ],
  ended: (created: string, existing: string, refused: string) => [
    `${created} new, ${existing} already saved, ${refused} refused`,
    `新規 ${created} 件、保存済み ${existing} 件、インポート不可 ${refused} 件`,
  ],
  decks: (number: number) => [
    `${amount(number, "of them is a slide deck", "of them are slide decks")}, in Slides.`,
    `うち ${count(number)} 件はスライドとして「スライド」に保存しました。`,
  ],
  refused: ["Refused", "インポートできない項目"],
  leftOut: ["Left out", "一部を省く項目"],
  remarks: (title: string, count: string) => [`${title}: ${count}`, `${title}: ${count} 件`],
  line: ["Line", "行"],
  reason: ["Reason", "理由"],
  more: (count: string) => [`and ${count} more`, `ほか ${count} 件`],
  withoutZone: (count: string) => [
    `Dates without a time zone, taken as UTC: ${count}`,
    `${count} 件の日付にはタイムゾーンがないため、UTC として読み込みます。`,
  ],
  notDecks: (count: string) => [
    `Not slide decks, not imported here: ${count}`,
    `スライド以外の ${count} 件は、ここではインポートしません。`,
  ],
  bookmark: ofItems("bookmarks", "bookmark", "bookmarks", "ブックマーク", [
    "Choose the export of a browser or of a bookmark service.",
    "ブラウザーやブックマークサービスからエクスポートしたファイルを選んでください。",
  ]),
  stock: ofItems("slides", "deck", "decks", "スライド", [
    `Decks of ${providerNames("en")} can be imported.`,
    `インポートできるのは、${providerNames("ja")}のスライドです。`,
  ]),
});
