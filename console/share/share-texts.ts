import { texts } from "../language/language.ts";

/** The texts of the screen that saves what another program shares. */
export const shareTexts = texts({
  en: {
    title: "Save shared page",
    noAddress: "Nothing that was shared has an address. Enter one.",
    notWeb: "The address must begin with https:// or http://.",
    as: "Save as",
    bookmark: "Bookmark",
    slides: "Slides",
    there: (name: string) => `Already saved: ${name}. Saving it again changes nothing.`,
    saved: "Saved on this device; it is being sent. You can close this page now.",
    savedOffline: "Saved on this device. It is sent when there is a connection. You can close this page now.",
    cannotClose: "Close this page yourself.",
    goOn: { bookmark: "Go to Bookmarks", stock: "Go to Slides" },
  },
  ja: {
    title: "共有されたページを保存",
    noAddress: "共有された内容に URL が見つかりませんでした。URL を入力してください。",
    notWeb: "https:// または http:// で始まる URL を入力してください。",
    as: "保存先",
    bookmark: "ブックマーク",
    slides: "スライド",
    there: (name: string) => `保存済みです: ${name}。もう一度保存しても、内容は変わりません。`,
    saved: "この端末に保存しました。送信しています。このページは閉じてもかまいません。",
    savedOffline: "この端末に保存しました。オンラインになると送信されます。このページは閉じてもかまいません。",
    cannotClose: "このページを自動で閉じることはできません。ブラウザーの操作で閉じてください。",
    goOn: { bookmark: "ブックマークへ", stock: "スライドへ" },
  },
});
