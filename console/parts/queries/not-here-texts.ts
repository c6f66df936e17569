import { texts } from "../../language/language.ts";

/** The texts about an item that is not on this device yet. */
export const notHereTexts = texts({
  en: {
    bookmark: "This bookmark is not on this device yet. It will be fetched when there is a connection.",
    stock: "This deck is not on this device yet. It will be fetched when there is a connection.",
  },
  ja: {
    bookmark: "このブックマークはまだこの端末にありません。オンラインになると取得します。",
    stock: "このスライドはまだこの端末にありません。オンラインになると取得します。",
  },
});
