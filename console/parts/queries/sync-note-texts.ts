import { texts } from "../../language/language.ts";

/** The texts about what is not on this device yet. */
export const syncNoteTexts = texts({
  en: {
    bookmark: {
      partly: (count: string) => `Fetching your bookmarks: ${count} so far.`,
      partlyOffline:
        "Not all of your bookmarks are on this device yet. The others are fetched when there is a connection.",
      noneOffline: "Your bookmarks are not on this device yet. They are fetched when there is a connection.",
    },
    stock: {
      partly: (count: string) => `Fetching your decks: ${count} so far.`,
      partlyOffline: "Not all of your decks are on this device yet. The others are fetched when there is a connection.",
      noneOffline: "Your decks are not on this device yet. They are fetched when there is a connection.",
    },
  },
  ja: {
    bookmark: {
      partly: (count: string) => `ブックマークを取得しています (現在 ${count} 件)。`,
      partlyOffline: "この端末にはまだ一部のブックマークしかありません。残りはオンラインになると取得します。",
      noneOffline: "この端末にはまだブックマークがありません。オンラインになると取得します。",
    },
    stock: {
      partly: (count: string) => `スライドを取得しています (現在 ${count} 件)。`,
      partlyOffline: "この端末にはまだ一部のスライドしかありません。残りはオンラインになると取得します。",
      noneOffline: "この端末にはまだスライドがありません。オンラインになると取得します。",
    },
  },
});
