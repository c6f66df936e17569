import { amount } from "../language/amount.ts";
import { count } from "../language/format.ts";
import { texts } from "../language/language.ts";

const things = (number: number) => amount(number, "item", "items");

/** The texts of the screen of tags. */
export const tagsTexts = texts({
  en: {
    title: "Tags",
    find: "Find a tag",
    sort: "Sorted by",
    sorts: { use: "Use", name: "Name" },
    count: (shown: number, all: number) =>
      shown === all ? amount(all, "tag", "tags") : `${count(shown)} of ${amount(all, "tag", "tags")}`,
    waiting: (count: string) => `Changes waiting to be sent: ${count}`,
    notWhole: "Tags can be changed once everything is on this device.",
    none: "There are no tags yet. Give a bookmark or a deck its first one, and find it here.",
    toBookmarks: "Go to Bookmarks",
    noneFound: "No tag holds these letters.",
    bookmarks: (number: number) => amount(number, "bookmark", "bookmarks"),
    decks: (number: number) => amount(number, "deck", "decks"),
    rename: "Rename",
    renameTitle: (tag: string) => `Rename the tag ${tag}`,
    name: "New name",
    missing: "Type a name for the tag.",
    isThere: (tag: string) => `There is a tag ${tag} already: the two become one.`,
    merge: "Merge",
    mergeTitle: "Merge the selected tags into one",
    stays: "The tag that stays",
    renamed: (tag: string, number: number) => `The tag is now ${tag}, at ${things(number)}.`,
    merged: (tag: string, number: number) => `Merged into ${tag}: ${things(number)} changed.`,
    deleted: (tag: string, number: number) => `The tag ${tag} was removed from ${things(number)}.`,
    deletedTags: (tags: string, number: number) => `Tags deleted: ${tags} (${things(number)} changed).`,
    unsaved: (number: number) => `${amount(number, "item that is", "items that are")} not sent yet will keep the tag.`,
    undone: "Nothing was changed.",
  },
  ja: {
    title: "タグ",
    find: "タグを探す",
    sort: "並べ替え",
    sorts: { use: "使用数", name: "名前" },
    count: (shown: number, all: number) =>
      shown === all ? `${count(all)} 件のタグ` : `${count(all)} 件中 ${count(shown)} 件のタグ`,
    waiting: (count: string) => `送信待ちの変更: ${count} 件`,
    notWhole: "すべての内容がこの端末に揃うと、タグを変更できます。",
    none: "タグはまだありません。ブックマークやスライドにタグを付けると、ここに表示されます。",
    toBookmarks: "ブックマークへ移動",
    noneFound: "この文字を含むタグはありません。",
    bookmarks: (number: number) => `ブックマーク ${count(number)} 件`,
    decks: (number: number) => `スライド ${count(number)} 件`,
    rename: "名前を変更",
    renameTitle: (tag: string) => `タグ「${tag}」の名前を変更`,
    name: "新しい名前",
    missing: "タグの名前を入力してください。",
    isThere: (tag: string) => `タグ「${tag}」はすでにあるため、1 つに統合されます。`,
    merge: "統合",
    mergeTitle: "選択したタグを 1 つに統合",
    stays: "残すタグ",
    renamed: (tag: string, number: number) => `${count(number)} 件のタグの名前を「${tag}」に変更しました。`,
    merged: (tag: string, number: number) => `タグを「${tag}」に統合しました (${count(number)} 件を変更)。`,
    deleted: (tag: string, number: number) => `${count(number)} 件からタグ「${tag}」を外しました。`,
    deletedTags: (tags: string, number: number) => `タグ ${tags} 件を削除しました (${count(number)} 件を変更)。`,
    unsaved: (number: number) => `未送信の ${count(number)} 件には、タグがそのまま残ります。`,
    undone: "変更を元に戻しました。",
  },
});
