import type { EntryRemark } from "../../../client/moving/index.ts";
import { REMARK_SENTENCES } from "../../../client/moving/index.ts";
import { texts, translations } from "../../language/language.ts";

/** The remarks on the entries of a file, by their codes: the client's own sentences, and the same in Japanese. */
const remarkTexts = texts({
  too_long: [REMARK_SENTENCES.too_long, "1,048,576 文字を超えています。"],
  cut_off: [REMARK_SENTENCES.cut_off, "ファイルが途中で終わっています。"],
  no_url_column: [REMARK_SENTENCES.no_url_column, "最初の行に url という列がありません。"],
  no_object: [REMARK_SENTENCES.no_object, "JSON のオブジェクトではありません。"],
  no_address: [REMARK_SENTENCES.no_address, "URL がありません。"],
  not_web: (scheme: string) => [
    REMARK_SENTENCES.not_web(scheme),
    `${scheme} で始まる URL は Web のページではありません。`,
  ],
  invalid_address: [
    REMARK_SENTENCES.invalid_address,
    "ページの URL が不完全か、ユーザー名を含むか、2,048 文字を超えています。",
  ],
  blocked_address: [
    REMARK_SENTENCES.blocked_address,
    "保存できるのは、公開されている Web のページ (ポート 80、443、8080、8443) だけです。",
  ],
  no_deck: [REMARK_SENTENCES.no_deck, "スライドのページの URL ではありません。"],
  refused: (reason: string) => [REMARK_SENTENCES.refused(reason), `受け付けられませんでした: ${reason}`],
  title_cut: [REMARK_SENTENCES.title_cut, "タイトルは先頭の 500 文字だけを保存します。"],
  note_cut: [REMARK_SENTENCES.note_cut, "メモは先頭の 5,000 文字だけを保存します。"],
  long_tag: [REMARK_SENTENCES.long_tag, "50 文字を超えるタグは省きます。"],
  many_tags: [REMARK_SENTENCES.many_tags, "21 個目以降のタグは省きます。"],
  future_date: [REMARK_SENTENCES.future_date, "未来の日付は省きます。"],
  not_added: [REMARK_SENTENCES.not_added, "保存済みのページは変更しません。ファイルのメモやタグは追加していません。"],
});

/** A remark in the interface's language. */
export function remarkWords({ code, detail }: Pick<EntryRemark, "code" | "detail">): string {
  const text = translations(remarkTexts)[code];
  return typeof text === "string" ? text : text(detail);
}
