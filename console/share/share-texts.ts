import { texts } from "../language/language.ts";

/** The texts of the screen that saves what another program shares. */
export const shareTexts = texts({
  title: ["Save shared page", "共有されたページを保存"],
  noAddress: [
    "Nothing that was shared has an address. Enter one.",
    "共有された内容に URL が見つかりませんでした。URL を入力してください。",
  ],
  notWeb: [
    "The address must begin with https:// or http://.",
    "https:// または http:// で始まる URL を入力してください。",
  ],
  as: ["Save as", "保存先"],
  bookmark: ["Bookmark", "ブックマーク"],
  slides: ["Slides", "スライド"],
  there: (name: string) => [
    `Already saved: ${name}. Saving it again changes nothing.`,
    `保存済みです: ${name}。もう一度保存しても、内容は変わりません。`,
  ],
  saved: [
    "Saved on this device; it is being sent. You can close this page now.",
    "この端末に保存しました。送信しています。このページは閉じてもかまいません。",
  ],
  savedOffline: [
    "Saved on this device. It is sent when there is a connection. You can close this page now.",
    "この端末に保存しました。オンラインになると送信されます。このページは閉じてもかまいません。",
  ],
  cannotClose: [
    "Close this page yourself.",
    "このページを自動で閉じることはできません。ブラウザーの操作で閉じてください。",
  ],
  goOn: {
    bookmark: ["Go to Bookmarks", "ブックマークへ"],
    stock: ["Go to Slides", "スライドへ"],
  },
});
