import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** What was marked: the title of the only item, or their number. */
const inEnglish = (number: number, name: string) => (number === 1 ? name : amount(number, "item", "items"));
const inJapanese = (number: number, name: string) => (number === 1 ? `「${name}」` : `${count(number)} 件`);

/** The texts of what a person marks of saved items. */
export const markTexts = texts({
  en: {
    filter: "Marks",
    choices: { "": "All", unread: "Unread", starred: "Starred" },
    none: { unread: "Nothing here is unread.", starred: "Nothing here has a star." },
    mark: { unread: "Mark as unread", starred: "Star" },
    unmark: { unread: "Mark as read", starred: "Remove star" },
    marked: {
      unread: (count: number, name: string) => `Marked as unread: ${inEnglish(count, name)}`,
      starred: (count: number, name: string) => `Starred: ${inEnglish(count, name)}`,
    },
    unmarked: {
      unread: (count: number, name: string) => `Marked as read: ${inEnglish(count, name)}`,
      starred: (count: number, name: string) => `Star removed: ${inEnglish(count, name)}`,
    },
    undone: "The marks are as they were before.",
  },
  ja: {
    filter: "未読とスター",
    choices: { "": "すべて", unread: "未読", starred: "スター付き" },
    none: { unread: "未読のものはありません。", starred: "スター付きのものはありません。" },
    mark: { unread: "未読にする", starred: "スターを付ける" },
    unmark: { unread: "既読にする", starred: "スターを外す" },
    marked: {
      unread: (count: number, name: string) => `${inJapanese(count, name)}を未読にしました。`,
      starred: (count: number, name: string) => `${inJapanese(count, name)}にスターを付けました。`,
    },
    unmarked: {
      unread: (count: number, name: string) => `${inJapanese(count, name)}を既読にしました。`,
      starred: (count: number, name: string) => `${inJapanese(count, name)}のスターを外しました。`,
    },
    undone: "元の状態に戻しました。",
  },
});
