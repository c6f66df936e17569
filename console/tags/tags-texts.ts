import { amount } from "../language/amount.ts";
import { count } from "../language/format.ts";
import { texts } from "../language/language.ts";

const items = (number: number) => amount(number, "item", "items");

/** The texts of the screen of tags. */
export const tagsTexts = texts({
  count: (number: number) => [amount(number, "tag", "tags"), `${count(number)} 個`],
  title: ["Tags", "タグ"],
  find: ["Find a tag", "タグを検索"],
  sort: ["Sorted by", "並べ替え"],
  sorts: {
    use: ["Most used first", "使用数の多い順"],
    name: ["By name", "名前順"],
  },
  waiting: (count: string) => [`Changes waiting to be sent: ${count}`, `送信待ちの変更: ${count} 件`],
  notWhole: [
    "You can change tags once everything is on this device.",
    "すべての内容をこの端末に取得すると、タグを変更できます。",
  ],
  none: [
    "No tags yet. The tags that you give bookmarks and decks appear here.",
    "タグはまだありません。ブックマークやスライドにタグを付けると、ここに表示されます。",
  ],
  toBookmarks: ["Go to Bookmarks", "ブックマークへ移動"],
  noneFound: ["No tag contains these letters.", "この文字を含むタグはありません。"],
  tidy: ["Clean up", "整理"],
  tidyLists: {
    untaggedBookmarks: ["Untagged bookmarks", "タグのないブックマーク"],
    duplicates: ["Duplicate bookmarks", "重複しているブックマーク"],
    failedBookmarks: ["Failed bookmarks", "失敗したブックマーク"],
    untaggedDecks: ["Untagged slides", "タグのないスライド"],
    failedDecks: ["Failed slides", "失敗したスライド"],
  },
  bookmarks: (number: number) => [amount(number, "bookmark", "bookmarks"), `ブックマーク ${count(number)} 件`],
  decks: (number: number) => [amount(number, "deck", "decks"), `スライド ${count(number)} 件`],
  rename: ["Rename", "名前を変更"],
  renameTitle: (tag: string) => [`Rename the tag ${tag}`, `タグ「${tag}」の名前を変更`],
  name: ["New name", "新しい名前"],
  missing: ["Type a name for the tag.", "タグの名前を入力してください。"],
  isThere: (tag: string) => [
    `There is already a tag ${tag}: the two will be merged.`,
    `タグ「${tag}」はすでにあるため、1 つに統合されます。`,
  ],
  merge: ["Merge", "統合"],
  mergeTitle: ["Merge the selected tags into one", "選択したタグを 1 つに統合"],
  stays: ["Tag to keep", "残すタグ"],
  renamed: (tag: string, number: number) => [
    `Renamed to ${tag}: ${items(number)} changed.`,
    `${count(number)} 件のタグの名前を「${tag}」に変更しました。`,
  ],
  merged: (tag: string, number: number) => [
    `Merged into ${tag}: ${items(number)} changed.`,
    `タグを「${tag}」に統合しました (${count(number)} 件を変更)。`,
  ],
  deleted: (tag: string, number: number) => [
    `Tag ${tag} removed from ${items(number)}.`,
    `${count(number)} 件からタグ「${tag}」を外しました。`,
  ],
  deletedTags: (tags: string, number: number) => [
    `Tags deleted: ${tags} (${items(number)} changed).`,
    `タグ ${tags} 個を削除しました (${count(number)} 件を変更)。`,
  ],
  unsaved: (number: number) => [
    `${amount(number, "item that is", "items that are")} not sent yet will keep the tag.`,
    `未送信の ${count(number)} 件には、タグがそのまま残ります。`,
  ],
});
