import { texts } from "../../language/language.ts";

type Type = "bookmark" | "stock";

const one = (type: Type) => (type === "bookmark" ? "bookmark" : "deck");
const several = (type: Type) => `${one(type)}s`;
const inJapanese = (type: Type) => (type === "bookmark" ? "ブックマーク" : "スライド");

/** The texts about what is not on this device yet. */
export const syncNoteTexts = texts({
  partly: (type: Type, count: string) => [
    `Fetching your ${several(type)}: ${count} so far.`,
    `${inJapanese(type)}を取得しています (現在 ${count} 件)。`,
  ],
  partlyOffline: (type: Type) => [
    `Not all of your ${several(type)} are on this device yet. The others are fetched when there is a connection.`,
    `この端末にはまだ一部の${inJapanese(type)}しかありません。残りはオンラインになると取得します。`,
  ],
  noneOffline: (type: Type) => [
    `Your ${several(type)} are not on this device yet. They are fetched when there is a connection.`,
    `この端末にはまだ${inJapanese(type)}がありません。オンラインになると取得します。`,
  ],
  oneOffline: (type: Type) => [
    `This ${one(type)} is not on this device yet. It will be fetched when there is a connection.`,
    `この${inJapanese(type)}はまだこの端末にありません。オンラインになると取得します。`,
  ],
});
