import { searchedStates } from "../../../client/search.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of searches. */
export const searchTexts = texts({
  suggestions: ["Suggestions", "候補"],
  suggested: (amount: number) => [
    `${amount === 1 ? "1 suggestion" : `${amount} suggestions`}: choose with the arrow keys`,
    `候補 ${amount} 件。矢印キーで選べます`,
  ],
  help: (operators: string) => [
    `Words, "phrases", ${operators}, and - before any of them to exclude it. Arrow down shows suggestions.`,
    `語と "語句" のほか、${operators} が使えます。先頭に - を付けると除外します。下矢印キーで候補を表示します。`,
  ],
  meanings: {
    tag: ["Tag", "タグ"],
    site: ["Site", "サイト"],
    after: ["Saved on or after", "この日以降に保存"],
    before: ["Saved before", "この日より前に保存"],
    is: ["Status", "状態"],
  },
  problems: {
    tag: [
      "tag: takes a tag, in quotes if it has spaces.",
      "tag: にはタグを指定します。空白を含むタグは引用符で囲みます。",
    ],
    site: ["site: takes a name such as example.com.", "site: には example.com のようなサイト名を指定します。"],
    after: ["after: takes a day such as 2026-01-31.", "after: には 2026-01-31 のような日付を指定します。"],
    before: ["before: takes a day such as 2026-01-31.", "before: には 2026-01-31 のような日付を指定します。"],
    is: [`is: takes ${searchedStates.join(", ")}.`, `is: には ${searchedStates.join("、")} のいずれかを指定します。`],
  },
  showPlace: ["Show it", "該当箇所を選択"],
  sorts: {
    newest: ["Newest first", "新しい順"],
    oldest: ["Oldest first", "古い順"],
    title: ["By title", "タイトル順"],
    site: ["By site", "サイト順"],
  },
  elsewhere: ["The same words in", "同じ語で検索:"],
  collections: {
    bookmarks: ["Bookmarks", "ブックマーク"],
    slides: ["Slides", "スライド"],
    books: ["Books", "書籍"],
  },
  collectionWith: (name: string, number: number) => [`${name} (${count(number)})`, `${name} (${count(number)} 件)`],
});
