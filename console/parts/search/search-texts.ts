import { searchedStates } from "../../../client/search.ts";
import { texts } from "../../language/language.ts";

/** The texts of searches. */
export const searchTexts = texts({
  en: {
    suggestions: "Suggestions",
    suggested: (amount: number) =>
      `${amount === 1 ? "1 suggestion" : `${amount} suggestions`}: choose with the arrow keys`,
    help: (operators: string) =>
      `Words, "phrases", ${operators}, and - before any of them to exclude it. Arrow down shows suggestions.`,
    meanings: {
      tag: "with a tag",
      site: "of a site",
      after: "saved on a day or later",
      before: "saved before a day",
      is: "in a state",
    },
    problems: {
      tag: (part: string) => `No tag in ${part}: put one with spaces in quotes.`,
      site: (part: string) => `No site in ${part}: give its name, such as example.com.`,
      after: (part: string) => `No day in ${part}: give one such as 2026-01-31.`,
      before: (part: string) => `No day in ${part}: give one such as 2026-01-31.`,
      is: (part: string) =>
        `No state in ${part}: give ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(searchedStates)}.`,
    },
    showPlace: "Show it",
    sort: "Order",
    sorts: { newest: "Newest first", oldest: "Oldest first", title: "By title", site: "By site" },
  },
  ja: {
    suggestions: "候補",
    suggested: (amount: number) => `候補 ${amount} 件。矢印キーで選べます`,
    help: (operators: string) =>
      `語と "語句" のほか、${operators} が使えます。先頭に - を付けると除外します。下矢印キーで候補を表示します。`,
    meanings: {
      tag: "タグを指定",
      site: "サイトを指定",
      after: "この日以降に追加",
      before: "この日より前に追加",
      is: "状態を指定",
    },
    problems: {
      tag: (part: string) => `${part} にはタグが必要です。空白を含むタグは引用符で囲みます。`,
      site: (part: string) => `${part} には example.com のようなサイト名が必要です。`,
      after: (part: string) => `${part} には 2026-01-31 のような日付が必要です。`,
      before: (part: string) => `${part} には 2026-01-31 のような日付が必要です。`,
      is: (part: string) => `${part} には ${new Intl.ListFormat("ja").format(searchedStates)} のいずれかが必要です。`,
    },
    showPlace: "該当箇所を選択",
    sort: "並び順",
    sorts: { newest: "新しい順", oldest: "古い順", title: "タイトル順", site: "サイト順" },
  },
});
