import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** What was marked: the title of the only item, or their number. */
const inEnglish = (number: number, name: string) => (number === 1 ? name : amount(number, "item", "items"));
const inJapanese = (number: number, name: string) => (number === 1 ? `「${name}」` : `${count(number)} 件`);

/** The texts of what a person marks of saved items. */
export const markTexts = texts({
  filter: ["Marks", "未読とスター"],
  choices: {
    "": ["All", "すべて"],
    unread: ["Unread", "未読"],
    starred: ["Starred", "スター付き"],
  },
  none: {
    unread: ["Nothing here is unread.", "未読のものはありません。"],
    starred: ["Nothing here has a star.", "スター付きのものはありません。"],
  },
  mark: {
    unread: ["Mark as unread", "未読にする"],
    starred: ["Star", "スターを付ける"],
  },
  unmark: {
    unread: ["Mark as read", "既読にする"],
    starred: ["Remove star", "スターを外す"],
  },
  marked: {
    unread: (count: number, name: string) => [
      `Marked as unread: ${inEnglish(count, name)}`,
      `${inJapanese(count, name)}を未読にしました。`,
    ],
    starred: (count: number, name: string) => [
      `Starred: ${inEnglish(count, name)}`,
      `${inJapanese(count, name)}にスターを付けました。`,
    ],
  },
  unmarked: {
    unread: (count: number, name: string) => [
      `Marked as read: ${inEnglish(count, name)}`,
      `${inJapanese(count, name)}を既読にしました。`,
    ],
    starred: (count: number, name: string) => [
      `Star removed: ${inEnglish(count, name)}`,
      `${inJapanese(count, name)}のスターを外しました。`,
    ],
  },
  undone: ["The marks are as they were before.", "元の状態に戻しました。"],
});
