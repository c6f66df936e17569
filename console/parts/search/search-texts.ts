import { searchedStates } from "../../../client/search.ts";
import { count } from "../../language/format.ts";
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
      tag: "Tag",
      site: "Site",
      after: "Saved on or after",
      before: "Saved before",
      is: "Status",
    },
    problems: {
      tag: "tag: takes a tag, in quotes if it has spaces.",
      site: "site: takes a name such as example.com.",
      after: "after: takes a day such as 2026-01-31.",
      before: "before: takes a day such as 2026-01-31.",
      is: `is: takes ${searchedStates.join(", ")}.`,
    },
    showPlace: "Show it",
    sort: "Order",
    sorts: { newest: "Newest first", oldest: "Oldest first", title: "By title", site: "By site" },
    elsewhere: "The same words in",
    collections: { bookmarks: "Bookmarks", slides: "Slides", books: "Books" },
    collectionWith: (name: string, number: number) => `${name} (${count(number)})`,
  },
  ja: {
    suggestions: "候補",
    suggested: (amount: number) => `候補 ${amount} 件。矢印キーで選べます`,
    help: (operators: string) =>
      `語と "語句" のほか、${operators} が使えます。先頭に - を付けると除外します。下矢印キーで候補を表示します。`,
    meanings: {
      tag: "タグ",
      site: "サイト",
      after: "この日以降に保存",
      before: "この日より前に保存",
      is: "状態",
    },
    problems: {
      tag: "tag: にはタグを指定します。空白を含むタグは引用符で囲みます。",
      site: "site: には example.com のようなサイト名を指定します。",
      after: "after: には 2026-01-31 のような日付を指定します。",
      before: "before: には 2026-01-31 のような日付を指定します。",
      is: `is: には ${searchedStates.join("、")} のいずれかを指定します。`,
    },
    showPlace: "該当箇所を選択",
    sort: "並び順",
    sorts: { newest: "新しい順", oldest: "古い順", title: "タイトル順", site: "サイト順" },
    elsewhere: "同じ語で検索:",
    collections: { bookmarks: "ブックマーク", slides: "スライド", books: "書籍" },
    collectionWith: (name: string, number: number) => `${name} (${count(number)} 件)`,
  },
});
