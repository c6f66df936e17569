import { texts } from "../language/language.ts";

/** The texts of the screen on which a kept text is read. */
export const readingTexts = texts({
  title: ["Bookmark", "ブックマーク"],
  tools: ["Tools", "ツール"],
  lookTitle: ["Type and colours", "文字と配色"],
  size: ["Size", "文字の大きさ"],
  sizes: {
    small: ["Small", "小"],
    medium: ["Medium", "中"],
    large: ["Large", "大"],
  },
  typeface: ["Typeface", "書体"],
  typefaces: {
    serif: ["Serif", "明朝体"],
    sans: ["Sans serif", "ゴシック体"],
  },
  paper: ["Colours", "配色"],
  papers: {
    theme: ["Match app", "アプリに合わせる"],
    light: ["Light", "ライト"],
    sepia: ["Sepia", "セピア"],
    dark: ["Dark", "ダーク"],
  },
  original: ["Original", "元のページ"],
  keptSince: (date: string) => [`fetched on ${date}`, `取得日: ${date}`],
  sentOn: (date: string) => [`as your browser showed it on ${date}`, `ブラウザーの表示を保存: ${date}`],
  isHere: ["available offline", "オフラインで閲覧可"],
  earlier: (date: string) => [
    `When it was fetched again on ${date}, the page failed or had much less text. The earlier text was kept.`,
    `${date} の再取得では、ページを読み取れなかったか、本文が大幅に減っていたため、以前の本文を残しています。`,
  ],
  gone: (date: string) => [
    `The page has been gone since ${date}. This is your copy.`,
    `${date} 以降、元のページがありません。これは保存した本文です。`,
  ],
  archive: ["Find it in the Internet Archive", "Internet Archive で検索"],
  contents: ["Contents", "目次"],
  table: ["Table", "表"],
  code: ["Code", "コード"],
  truncated: [
    "The page is longer than the text that was kept. The rest is in the original.",
    "ページが長いため、保存した本文は途中までです。続きは元のページにあります。",
  ],
  neighbours: ["Previous and next text", "前後の本文"],
  previous: ["Previous", "前の本文"],
  next: ["Next", "次の本文"],
  facts: ["About this bookmark", "ブックマークの情報"],
  summary: ["Summary", "要約"],
  author: ["Author", "著者"],
  savedAt: ["Saved", "保存日時"],
  changedAt: ["Changed", "更新日時"],
  missing: [
    "This bookmark was not found. It may have been deleted.",
    "このブックマークはありません。削除された可能性があります。",
  ],
  none: ["No text was kept for this page.", "このページの本文は保存されていません。"],
  underWay: [
    "Reading the page. Its text will appear here.",
    "ページを取得しています。取得が終わると、ここに本文が表示されます。",
  ],
  notHere: ["This text is not on this device.", "この本文はこの端末にありません。"],
  openOriginal: (host: string) => [`Open the original at ${host}`, `${host} の元のページを開く`],
});
