import { texts } from "../../language/language.ts";

/** The texts about an item that is not on this device yet. */
export const notHereTexts = texts({
  en: {
    bookmark: "This bookmark is not on this device yet. It will be fetched when there is a connection.",
    stock: "This deck is not on this device yet. It will be fetched when there is a connection.",
  },
  ja: {
    bookmark: "このブックマークはまだこの端末にありません。接続後に確認します。",
    stock: "このスライドはまだこの端末にありません。接続後に確認します。",
  },
});
