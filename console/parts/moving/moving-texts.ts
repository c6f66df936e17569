import { providerNames } from "../../../lambdas/slides/provider-names.ts";
import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** What can be exported and imported; its texts have the same name. */
export type MovedType = "bookmark" | "stock";

/** What is said of items of one type: how they are called in a title and in an amount, and which files have some. */
const inEnglish = (title: string, one: string, other: string, files: string) => ({
  exportTitle: `Export ${title}`,
  exported: (number: number) => `Exported: ${amount(number, one, other)}.`,
  exportedOld: (number: number, time: string) =>
    `Exported: ${amount(number, one, other)}, as of ${time}. Later changes could not be fetched.`,
  notWhole: `Not all of your ${other} are on this device yet. Export again when they have been fetched.`,
  importTitle: `Import ${title}`,
  nothing: `There are no ${other} in this file. ${files}`,
  nothingIn: (line: string, reason: string) => `There are no ${other} in this file (line ${line}: ${reason})`,
  checked: (number: number, refused: number) =>
    `${amount(number, one, other)} can be imported${refused === 0 ? "" : `, ${count(refused)} can't`}.`,
});
const inJapanese = (items: string, files: string) => ({
  exportTitle: `${items}をエクスポート`,
  exported: (number: number) => `${items} ${count(number)} 件をエクスポートしました。`,
  exportedOld: (number: number, time: string) =>
    `${time} 時点の${items} ${count(number)} 件をエクスポートしました。その後の変更は取得できませんでした。`,
  notWhole: `この端末にはまだ一部の${items}しかありません。取得が終わってから、もう一度エクスポートしてください。`,
  importTitle: `${items}をインポート`,
  nothing: `このファイルには${items}がありません。${files}`,
  nothingIn: (line: string, reason: string) => `このファイルには${items}がありません (${line} 行目: ${reason})`,
  checked: (number: number, refused: number) =>
    `${items} ${count(number)} 件をインポートできます。${refused === 0 ? "" : `${count(refused)} 件はできません。`}`,
});

/** The texts of the dialogs that move bookmarks and decks in and out. */
export const movingTexts = texts({
  en: {
    format: "Format",
    formats: {
      html: "Bookmark file (HTML): for browsers and other services",
      json: "JSON: everything, for programs",
      csv: "CSV: for spreadsheets",
    },
    download: "Download",
    fetching: "Fetching the latest changes…",
    writing: (done: string, all: string) => `${done} of ${all} written`,
    notSent: (number: number) => `${amount(number, "unsent item is", "unsent items are")} not in the file.`,
    file: "File",
    choose: "Choose a file",
    drop: "or drop it here",
    fileHint:
      "The bookmarks of a browser, the export of a service for bookmarks (HTML, JSON or CSV), or a list of addresses",
    slides: "Save slide decks to Slides",
    beginsLater: "There is no connection. The import starts when it is back.",
    notStored: (reason: string) =>
      `This device can't store the file, so nothing was imported: ${reason} Free some space, then try again.`,
    canClose: "You can close this. The import continues on every screen, and when the console is opened again.",
    goesOn: "The import continues in the background.",
    checking: "Reading the file…",
    unreadable: (reason: string) => `The file can't be read: ${reason}`,
    charset: (guess: string) =>
      `The file is not in UTF-8, and its character encoding can't be determined for certain${guess && ` (${guess}?)`}. Save it as UTF-8, then try again.`,
    merged: (count: string) => `Duplicate entries merged: ${count}`,
    columns: "What was read from the file",
    column: "Column",
    read: "Read",
    notRead: "Not read",
    withoutName: "(without a name)",
    start: (count: string) => `Import ${count}`,
    goOn: "Continue",
    another: "Choose another file",
    sending: (done: string, all: string) => `${done} of ${all}`,
    stop: "Stop",
    stopped: (done: string, all: string) =>
      `Stopped after ${done} of ${all}. You can continue it; nothing is saved twice.`,
    interrupted: (done: string, all: string, reason: string) =>
      `${reason} The import stopped after ${done} of ${all}. You can continue it; nothing is saved twice.`,
    ended: (created: string, existing: string, refused: string) =>
      `${created} new, ${existing} already saved, ${refused} refused`,
    decks: (number: number) => `${amount(number, "of them is a slide deck", "of them are slide decks")}, in Slides.`,
    refused: "Refused",
    leftOut: "Left out",
    remarks: (title: string, count: string) => `${title}: ${count}`,
    line: "Line",
    reason: "Reason",
    more: (count: string) => `and ${count} more`,
    withoutZone: (count: string) => `Dates without a time zone, taken as UTC: ${count}`,
    notDecks: (count: string) => `Not slide decks, not imported here: ${count}`,
    bookmark: inEnglish(
      "bookmarks",
      "bookmark",
      "bookmarks",
      "Choose the export of a browser or of a bookmark service.",
    ),
    stock: inEnglish("slides", "deck", "decks", `Decks of ${providerNames("en")} can be imported.`),
  },
  ja: {
    format: "形式",
    formats: {
      html: "ブックマークファイル (HTML): ブラウザーやほかのサービス向け",
      json: "JSON: すべての項目、プログラム向け",
      csv: "CSV: 表計算ソフト向け",
    },
    download: "ダウンロード",
    fetching: "最新の変更を確認しています…",
    writing: (done: string, all: string) => `${all} 件中 ${done} 件を書き出しました`,
    notSent: (number: number) => `送信待ちの ${count(number)} 件はファイルに含まれていません。`,
    file: "ファイル",
    choose: "ファイルを選択",
    drop: "またはここにドロップ",
    fileHint:
      "ブラウザーのブックマークファイル、ブックマークサービスからエクスポートしたファイル (HTML、JSON、CSV)、または URL の一覧",
    slides: "スライドは「スライド」に保存する",
    beginsLater: "オフラインです。オンラインになるとインポートを始めます。",
    notStored: (reason: string) =>
      `この端末にファイルを保存できないため、インポートしていません。空き容量を増やしてから、もう一度お試しください。(${reason})`,
    canClose:
      "このダイアログを閉じても、別の画面に移っても続きます。ページを閉じた場合は、次に開いたときに再開します。",
    goesOn: "インポートはバックグラウンドで続きます。",
    checking: "ファイルを読み込んでいます…",
    unreadable: (reason: string) => `ファイルを読み込めません: ${reason}`,
    charset: (guess: string) =>
      `ファイルが UTF-8 ではなく、文字コードを判別できません${guess && ` (${guess}?)`}。UTF-8 で保存してから、もう一度お試しください。`,
    merged: (count: string) => `同じページの項目を 1 件にまとめました: ${count} 件`,
    columns: "読み込んだ列",
    column: "列",
    read: "読み込み済み",
    notRead: "対象外",
    withoutName: "(名前なし)",
    start: (count: string) => `${count} 件をインポート`,
    goOn: "続行",
    another: "別のファイルを選択",
    sending: (done: string, all: string) => `${all} 件中 ${done} 件`,
    stop: "中止",
    stopped: (done: string, all: string) =>
      `${all} 件中 ${done} 件で中止しました。続きから再開でき、二重には保存されません。`,
    interrupted: (done: string, all: string, reason: string) =>
      `${all} 件中 ${done} 件でインポートが止まりました。続きから再開でき、二重には保存されません。${reason}`,
    ended: (created: string, existing: string, refused: string) =>
      `新規 ${created} 件、保存済み ${existing} 件、インポート不可 ${refused} 件`,
    decks: (number: number) => `うち ${count(number)} 件はスライドとして「スライド」に保存しました。`,
    refused: "インポートできない項目",
    leftOut: "一部を省く項目",
    remarks: (title: string, count: string) => `${title}: ${count} 件`,
    line: "行",
    reason: "理由",
    more: (count: string) => `ほか ${count} 件`,
    withoutZone: (count: string) => `${count} 件の日付にはタイムゾーンがないため、UTC として読み込みます。`,
    notDecks: (count: string) => `スライド以外の ${count} 件は、ここではインポートしません。`,
    bookmark: inJapanese(
      "ブックマーク",
      "ブラウザーやブックマークサービスからエクスポートしたファイルを選んでください。",
    ),
    stock: inJapanese("スライド", `インポートできるのは、${providerNames("ja")}のスライドです。`),
  },
});
