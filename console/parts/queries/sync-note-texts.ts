import { texts } from "../../language/language.ts";

const inEnglish = (one: string, other: string) => ({
  partly: (count: string) => `Fetching your ${other}: ${count} so far.`,
  partlyOffline: `Not all of your ${other} are on this device yet. The others are fetched when there is a connection.`,
  noneOffline: `Your ${other} are not on this device yet. They are fetched when there is a connection.`,
  oneOffline: `This ${one} is not on this device yet. It will be fetched when there is a connection.`,
});
const inJapanese = (items: string) => ({
  partly: (count: string) => `${items}を取得しています (現在 ${count} 件)。`,
  partlyOffline: `この端末にはまだ一部の${items}しかありません。残りはオンラインになると取得します。`,
  noneOffline: `この端末にはまだ${items}がありません。オンラインになると取得します。`,
  oneOffline: `この${items}はまだこの端末にありません。オンラインになると取得します。`,
});

/** The texts about what is not on this device yet. */
export const syncNoteTexts = texts({
  en: { bookmark: inEnglish("bookmark", "bookmarks"), stock: inEnglish("deck", "decks") },
  ja: { bookmark: inJapanese("ブックマーク"), stock: inJapanese("スライド") },
});
