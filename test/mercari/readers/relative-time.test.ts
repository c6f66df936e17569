import { describe, expect, it } from "vitest";
import { isRelativeTime, relativeTime } from "../../../lambdas/mercari/readers/relative-time.ts";
import { FETCHED_AT } from "./page-answers.ts";

describe("a relative time", () => {
  it.each([
    ["30秒前", "2026-11-20T02:59:30.000Z", 1],
    ["5分前", "2026-11-20T02:55:00.000Z", 60],
    ["3時間前", "2026-11-20T00:00:00.000Z", 3_600],
    ["2日前", "2026-11-18T03:00:00.000Z", 86_400],
    ["1週間前", "2026-11-13T03:00:00.000Z", 604_800],
    ["1か月前", "2026-10-21T03:00:00.000Z", 2_592_000],
    ["2ヶ月前", "2026-09-21T03:00:00.000Z", 2_592_000],
    ["2カ月前", "2026-09-21T03:00:00.000Z", 2_592_000],
    ["1年前", "2025-11-20T03:00:00.000Z", 31_536_000],
    [" ３ 日前\n", "2026-11-17T03:00:00.000Z", 86_400],
  ])("%j is %s, exact to %i s", (text, at, toleranceSeconds) => {
    expect(isRelativeTime(text)).toBe(true);
    expect(relativeTime(text, FETCHED_AT)).toEqual({ at: new Date(at), toleranceSeconds });
  });

  it("without a number is null", () => {
    expect(isRelativeTime("半年以上前")).toBe(true);
    expect(relativeTime("半年以上前", FETCHED_AT)).toBeNull();
  });

  it.each(["", "3日後", "更新 3日前", "3日前に発送", "3前", "2~3日前", "99999年前", "三日前", "日前"])(
    "is not parsed from %j",
    (text) => {
      expect(isRelativeTime(text)).toBe(false);
      expect(relativeTime(text, FETCHED_AT)).toBeNull();
    },
  );
});
