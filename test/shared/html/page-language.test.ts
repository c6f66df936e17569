import { describe, expect, it } from "vitest";
import { languageOfScript, primaryLanguage } from "../../../lambdas/shared/html/page-language.ts";

describe("primaryLanguage", () => {
  it.each([
    ["ja", "ja"],
    ["JA-jp", "ja"],
    ["ja_JP", "ja"],
    ["ja_JP.UTF-8", "ja"],
    [" en-US ", "en"],
    ["zh-Hant-TW", "zh"],
    ["de, en", "de"],
    ["iw", "he"],
    ["fil", "fil"],
    ["jp", "ja"],
    ["jp-JP", "ja"],
    ["cn", "zh"],
  ])("of %j is %j", (declared, language) => {
    expect(primaryLanguage(declared)).toBe(language);
  });

  it.each([[""], ["und"], ["mul"], ["x-default"], ["english (us)"], ["{{ lang }}"], ["<b>"], ["日本語"], ["1"]])(
    "of %j is null",
    (declared) => {
      expect(primaryLanguage(declared)).toBeNull();
    },
  );
});

describe("languageOfScript", () => {
  it.each([
    ["これは日本語の文章です。", "ja"],
    ["TypeScript 入門: 型の読み方と書き方", "ja"],
    ["메시지 대기열은 무엇인가", "ko"],
    ["消息队列是什么", "zh"],
    ["A queue keeps messages.", null],
    ["A queue (キュー) keeps messages until a consumer takes them.", null],
    ["Очередь хранит сообщения", null],
    ["2026 / 12 😀", null],
    ["가aaaa", null],
    ["가aaa", "ko"],
    [`あ${"a".repeat(9)}`, null],
    [`あ${"a".repeat(8)}`, "ja"],
    [`漢字漢${"a".repeat(7)}`, null],
    [`漢字漢${"a".repeat(6)}`, "zh"],
    [`${"a".repeat(5_000)}${"これは".repeat(5_000)}`, null],
    ["", null],
  ])("of %.40j is %j", (text, language) => {
    expect(languageOfScript(text)).toBe(language);
  });
});
