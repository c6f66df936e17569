import { texts } from "../language/language.ts";

/** The texts of the notices. */
export const noticeTexts = texts({
  none: [
    "No notices. They tell you about offers, new books, sites that recommend yours, and saved pages that are gone.",
    "お知らせはありません。条件に合う出品、新しい書籍、受信したおすすめ、消えたページがここに表示されます。",
  ],
  kinds: {
    price: ["Offer", "出品"],
    books: ["New books", "新しい書籍"],
    search_failing: ["Failing search", "検索の失敗"],
    mention: ["New recommendation", "受信したおすすめ"],
    gone: ["Pages gone", "消えたページ"],
    alarm: ["Urgent alarm", "緊急アラーム"],
  },
  link: ["Open", "開く"],
  more: (count: string) => [`${count} more`, `残り ${count} 行`],
  markAllRead: ["Mark all as read", "すべて既読にする"],
  allRead: ["All notices are marked as read on this device.", "この端末で、すべてのお知らせを既読にしました。"],
});
