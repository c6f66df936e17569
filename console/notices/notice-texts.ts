import { texts } from "../language/language.ts";

/** The texts of the notices. */
export const noticeTexts = texts({
  en: {
    title: "Notices",
    none: "No notices. They tell you about offers, new books, sites that recommend yours, and saved pages that are gone.",
    kinds: {
      price: "Offer",
      books: "New books",
      search_failing: "Failing search",
      mention: "New recommendation",
      gone: "Pages gone",
      alarm: "Urgent alarm",
    },
    link: "Open",
    more: (count: string) => `${count} more`,
    markAllRead: "Mark all as read",
    allRead: "All notices are marked as read on this device.",
  },
  ja: {
    title: "お知らせ",
    none: "お知らせはありません。条件に合う出品、新しい書籍、受信したおすすめ、消えたページがここに表示されます。",
    kinds: {
      price: "出品",
      books: "新しい書籍",
      search_failing: "検索の失敗",
      mention: "受信したおすすめ",
      gone: "消えたページ",
      alarm: "緊急アラーム",
    },
    link: "開く",
    more: (count: string) => `残り ${count} 行`,
    markAllRead: "すべて既読にする",
    allRead: "この端末で、すべてのお知らせを既読にしました。",
  },
});
