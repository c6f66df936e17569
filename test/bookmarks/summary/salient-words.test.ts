import { expect, it } from "vitest";
import { salientWords } from "../../../lambdas/bookmarks/summary/salient-words.ts";

it.each([
  ["Queue queue-system, QUEUES", ["queue", "queue", "system", "queues"]],
  ["The and don't HTTPS できる 場合", []],
  ["Go go GO ÀÉ àé été", ["go", "àé", "été"]],
  ["H2 h2 2H ＡＩ", ["h2", "ai"]],
  ["2026 2026年 3D 3.14 😀", []],
  ["機械学習、機械 学習 データ分析", ["機械学習", "機械", "学習", "データ分析"]],
  ["東京 queue東京", ["東京", "queue", "東京"]],
  ["人々 木 ラーメン ー", ["人々", "ラーメン"]],
  ["こと ことば らーめん", []],
  ["東京都庁第一本庁", ["東京都庁第一本庁"]],
  ["東京都庁第一本庁舎", ["東京", "都庁", "第一", "庁舎"]],
  ["학습 학습하다 학", ["학습", "학습하다"]],
  [`${"x".repeat(50)} ${"y".repeat(51)} ${"𐐨".repeat(50)}`, ["x".repeat(50), "𐐨".repeat(50)]],
  ["", []],
])("the words that describe the subject of %j are %j", (text, words) => {
  expect(salientWords(text)).toEqual(words);
});
