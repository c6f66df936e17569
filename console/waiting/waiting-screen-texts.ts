import { texts } from "../language/language.ts";

/** The texts of the screen of what waits on this device. */
export const waitingScreenTexts = texts({
  en: {
    title: "Waiting",
    about:
      "These changes are only on this device. They are sent automatically, in this order, as soon as there is a connection. Closing this page loses nothing.",
    none: "Nothing is waiting to be sent. What you save or change offline is listed here until it is sent.",
    sendNow: "Send now",
    sent: (count: string) => `Sent: ${count}`,
    stopped: "It could not be sent now. Magpie tries again automatically.",
    bookmark: "Bookmark",
    stock: "Slides",
    gone: "An item that was removed",
    unreadableTitle: "Unreadable entries",
    unreadable:
      "This version of the page can't read these entries. They are kept, and hold nothing up. Reload the page: a newer version may be able to read them.",
    where: (place: string, reason: string) => `${place}: ${reason}`,
  },
  ja: {
    title: "送信待ち",
    about:
      "この端末にあり、まだ Magpie に送信されていない内容です。オンラインになると、この順に自動で送信されます。このページを閉じても失われません。",
    none: "送信待ちの内容はありません。オフラインで保存または変更した内容が、送信されるまでここに表示されます。",
    sendNow: "今すぐ送信",
    sent: (count: string) => `${count} 件を送信しました。`,
    stopped: "今は送信できませんでした。自動で再試行します。",
    bookmark: "ブックマーク",
    stock: "スライド",
    gone: "この端末にない項目",
    unreadableTitle: "読み取れない項目",
    unreadable:
      "このバージョンのページでは読み取れない項目です。この端末に残り、ほかの送信には影響しません。ページを再読み込みすると、新しいバージョンで読み取れることがあります。",
    where: (place: string, reason: string) => `${place}: ${reason}`,
  },
});
