import { texts } from "../language/language.ts";

/** The texts of the sheet of keyboard shortcuts. */
export const shortcutTexts = texts({
  title: ["Keyboard shortcuts", "キーボードショートカット"],
  screens: {
    bookmarks: ["Go to Bookmarks", "ブックマークへ移動"],
    slides: ["Go to Slides", "スライドへ移動"],
    books: ["Go to Books", "書籍へ移動"],
    prices: ["Go to Prices", "価格へ移動"],
    recommendations: ["Go to Recommendations", "おすすめサイトへ移動"],
    operations: ["Go to Operations", "運用へ移動"],
  },
  search: ["Go to the search box", "検索欄へ移動"],
  save: ["Go to the box for an address", "保存する URL の欄へ移動"],
  undo: ["Undo", "元に戻す"],
  next: ["Next item, text or deck", "一覧の次の項目へ移動 (本文やスライドの表示中は次のもの)"],
  previous: ["Previous item, text or deck", "一覧の前の項目へ移動 (本文やスライドの表示中は前のもの)"],
  unread: ["Mark as read or unread", "項目 (表示中の本文・スライド) を既読・未読にする"],
  star: ["Add or remove a star", "項目 (表示中の本文・スライド) にスターを付ける・外す"],
  original: ["Open the original of the text", "本文の元のページを開く"],
  fullScreen: ["Full screen (in a deck)", "全画面で表示 (スライドの表示中)"],
  neighbours: ["Previous and next deck (in a deck)", "前後のスライドへ移動 (スライドの表示中)"],
  close: ["Back to the list (in a deck)", "一覧へ戻る (スライドの表示中)"],
  help: ["Show this list", "この一覧を表示"],
  off: ["You can turn shortcuts off in Settings.", "ショートカットは設定で無効にできます。"],
});
