import { texts } from "../language/language.ts";

/** The texts of the screen of what waits on this device. */
export const waitingScreenTexts = texts({
  title: ["Waiting", "送信待ち"],
  about: [
    "These changes are only on this device. They are sent automatically, in this order, as soon as there is a connection. Closing this page loses nothing.",
    "この端末にあり、まだ Magpie に送信されていない内容です。オンラインになると、この順に自動で送信されます。このページを閉じても失われません。",
  ],
  none: [
    "Nothing is waiting to be sent. What you save or change offline is listed here until it is sent.",
    "送信待ちの内容はありません。オフラインで保存または変更した内容が、送信されるまでここに表示されます。",
  ],
  sendNow: ["Send now", "今すぐ送信"],
  sent: (count: string) => [`Sent: ${count}`, `${count} 件を送信しました。`],
  stopped: [
    "It could not be sent now. Magpie tries again automatically.",
    "今は送信できませんでした。自動で再試行します。",
  ],
  bookmark: ["Bookmark", "ブックマーク"],
  stock: ["Slides", "スライド"],
  gone: ["An item that was removed", "この端末にない項目"],
  unreadableTitle: ["Unreadable entries", "読み取れない項目"],
  unreadable: [
    "This version of the page can't read these entries. They are kept, and hold nothing up. Reload the page: a newer version may be able to read them.",
    "このバージョンのページでは読み取れない項目です。この端末に残り、ほかの送信には影響しません。ページを再読み込みすると、新しいバージョンで読み取れることがあります。",
  ],
});
