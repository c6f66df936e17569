import { texts } from "../language/language.ts";

/** The texts of the sheet of keyboard shortcuts. */
export const shortcutTexts = texts({
  en: {
    title: "Keyboard shortcuts",
    screens: {
      bookmarks: "Go to Bookmarks",
      slides: "Go to Slides",
      books: "Go to Books",
      prices: "Go to Prices",
      recommendations: "Go to Recommendations",
      operations: "Go to Operations",
    },
    search: "Go to the search box",
    save: "Go to the address to save",
    undo: "Undo",
    next: "Next item of the list; next text or deck where one is shown",
    previous: "Previous item of the list; previous text or deck where one is shown",
    original: "Open the original of the text",
    fullScreen: "Full screen, where a deck is shown",
    neighbours: "Decks before and after the one that is shown",
    close: "Back from the deck that is shown to the list",
    help: "Show this sheet",
    off: "Shortcuts can be switched off in the settings.",
  },
  ja: {
    title: "キーボードショートカット",
    screens: {
      bookmarks: "ブックマークへ移動",
      slides: "スライドへ移動",
      books: "書籍へ移動",
      prices: "価格へ移動",
      recommendations: "おすすめサイトへ移動",
      operations: "運用へ移動",
    },
    search: "検索欄へ移動",
    save: "保存する URL の欄へ移動",
    undo: "元に戻す",
    next: "一覧の次の項目へ移動 (本文やスライドの表示中は次のもの)",
    previous: "一覧の前の項目へ移動 (本文やスライドの表示中は前のもの)",
    original: "本文の元のページを開く",
    fullScreen: "全画面で表示 (スライドの表示中)",
    neighbours: "前後のスライドへ移動 (スライドの表示中)",
    close: "一覧へ戻る (スライドの表示中)",
    help: "この一覧を表示",
    off: "ショートカットは設定で無効にできます。",
  },
});
