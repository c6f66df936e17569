import { nfkc } from "../../shared/nfkc.ts";
import type { PageText } from "../readers/page-content.ts";

/** Function words, in the scripts of the tags: they don't describe the subject of a text. */
const STOP_WORDS = new Set(
  `about above across after again against all almost along already also although always among and another any anyone
  anything are aren't around ask back became because become been before being below best better between both but came can
  can't cannot come could couldn't did didn't different does doesn't doing don't done down during each either else end
  enough even ever every everyone everything example few find first five for found four from full further gave get give
  goes going gone good got great had has hasn't have haven't having hello help her here hers him his how however i'd i'll
  i'm i've inside instead into isn't it's its itself just keep kind knew know known last later least less let let's like
  likely little long look looks lot made main make makes making many may maybe mean means might more most much must myself
  near need needs never new next nor not nothing now off often old once one only onto open other others otherwise our ours
  out over own part per perhaps please point possible put quite rather read really right said same saw say says see seem
  seems seen set several shall she should shouldn't show shows simple simply since six small some someone something
  sometimes soon still such sure take taken takes tell ten than thank thanks that that's the their theirs them then there
  there's therefore these they they're thing things think this those though three through thus till time times together
  told too took toward try trying turn two under unless until upon use used useful uses using usually very want wants was
  wasn't way ways we'll we're we've well went were weren't what what's whatever when where whether which while who whole
  whom whose why will with within without won't work works would wouldn't year years yes yet you you'll you're you've
  your yours http https www com org net html via etc day today
  一方 一部 一般 一番 一緒 下記 上記 中心 今回 今後 今日 今月 今年 以上 以下 以外 以前 以降 会社 何度 仕方 他人 使用 例えば 個人 全体
  全部 全然 内容 写真 出来 初回 利用 前回 前後 効果 勝手 参考 取得 可能 各種 同じ 同時 同様 名前 問題 回答 場合 場所 変更 多数 大切 大変 大事
  大丈夫 大量 実際 実施 対応 対象 対して 少々 当然 当時 当初 必要 必須 情報 意味 感じ 所属 手順 投稿 掲載 提供 整理 方法 方々 日本 日本語 昨日
  昨年 明日 明確 時期 時間 時点 普段 普通 最後 最近 最初 最新 最終 本当 本日 本人 条件 様々 機会 次回 段階 毎回 毎日 毎年 注意 活用 準備 無料
  状況 状態 現在 理由 理解 用意 画面 画像 発生 直接 相当 確認 私達 程度 種類 管理 紹介 結局 結果 絶対 編集 自体 自分 自身 色々 表示 記事 記載
  設定 詳細 説明 調査 質問 追加 連絡 進行 過去 部分 重要 開始 関係 関連 開催 間違 非常 項目 順番 以内 月日 年間 年度 数年 数日 日間 週間 年前
  コメント ページ サイト ブログ クリック リンク シェア トップ ポイント メニュー ログイン キーワード カテゴリ カテゴリー タグ ツイート フォロー`.split(
    /\s+/,
  ),
);

const words = new Intl.Segmenter("en", { granularity: "word" });

// In these scripts, adjacent words form a compound: the segmenter splits 機械学習 into two words.
const COMPOUNDING = /^(?:[\p{sc=Han}々]+|[\p{sc=Katakana}ー]+)$/u;
const LONGEST_COMPOUND = 8;
// Words in hiragana are mostly endings and particles; the few nouns among them are left out, too.
const HIRAGANA = /^[\p{sc=Hiragana}ー]+$/u;
const LETTER = /\p{L}/u;
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]$/u;

const MAX_WORD_CODE_POINTS = 50;

/** The weight of a word in the page's title or description. */
const TITLE_WEIGHT = 3;
const DESCRIPTION_WEIGHT = 2;

/** The number of a page's words that a search compares. */
const MOST_WORDS = 200;
/** The part of a text from which they are taken, in code units: a file of two hundred pages is longer. */
const MAX_TEXT = 400_000;

/** Whether a word may describe the subject of a text. */
function isTelling(written: string, word: string): boolean {
  // First: an array of the code points of a word that fills a text costs more than all else.
  if (word.length > 2 * MAX_WORD_CODE_POINTS) return false;
  if (!LETTER.test(word) || HIRAGANA.test(word) || STOP_WORDS.has(word)) return false;
  const length = Array.from(word).length;
  if (length > MAX_WORD_CODE_POINTS) return false;
  // A word of two letters is likely a function word such as "of", unless it is in capitals; a single character is always too
  // short.
  const isAlphabetic = !COMPOUNDING.test(word) && !/\p{sc=Hangul}/u.test(word);
  return length > 2 || (length === 2 && (!isAlphabetic || ACRONYM.test(written)));
}

/**
 * The words of a text that describe its subject, in order, with repetitions: in lower case, without function words, numbers,
 * and words that are too short or too long. Japanese compounds are one word. Works for any script; takes time linear in the
 * text's length.
 */
export function salientWords(text: string): string[] {
  const found: string[] = [];
  let run: string[] = [];
  const add = (written: string) => {
    const word = nfkc(written).toLowerCase();
    if (isTelling(written, word)) found.push(word);
  };
  const endRun = () => {
    const compound = run.join("");
    if (compound.length <= LONGEST_COMPOUND) add(compound);
    else for (const part of run) add(part);
    run = [];
  };
  for (const { segment, isWordLike } of words.segment(text)) {
    const compounds = isWordLike === true && COMPOUNDING.test(segment);
    if (!compounds && run.length > 0) endRun();
    if (compounds) run.push(segment);
    else if (isWordLike === true) add(segment);
  }
  if (run.length > 0) endRun();
  return found;
}

/** The weight of each word in a page, in the order of first occurrence. */
export function wordWeights(page: Pick<PageText, "title" | "description" | "text">): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (words: Iterable<string>, weight: number) => {
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + weight);
  };
  add(new Set(salientWords(page.title ?? "")), TITLE_WEIGHT);
  add(new Set(salientWords(page.description ?? "")), DESCRIPTION_WEIGHT);
  add(salientWords(page.text), 1);
  return weights;
}

/** The 200 words of a page with the highest weights, the first ones among equals. */
export function distinctiveWords(page: Pick<PageText, "title" | "description" | "text">): string[] {
  const weights = wordWeights({ ...page, text: page.text.slice(0, MAX_TEXT) });
  const ranked = Array.from(weights).sort(([, one], [, other]) => other - one);
  return ranked.slice(0, MOST_WORDS).map(([word]) => word);
}
