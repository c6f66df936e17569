import { describe, expect, it } from "vitest";
import { isRunningBid, leadingYen, onlyYen, wholeYen } from "../../../lambdas/mercari/readers/price-text.ts";

describe("a price", () => {
  it.each([
    ["¥680", 680],
    ["￥680", 680],
    ["680円", 680],
    ["¥1,234,567", 1_234_567],
    ["¥9,999,999", 9_999_999],
    ["¥12800", 12_800],
    ["¥999,999,999", 999_999_999],
    ["¥680円", 680],
    ["\n ¥ \n 12,800 \n", 12_800],
    ["12,800 円", 12_800],
    ["¥\u00a012,800", 12_800],
    ["12 , 800円", 12_800],
    ["￥１２，８００", 12_800],
    ["¥12,800(税込)", 12_800],
    ["12,800円 (税込) 送料込み", 12_800],
    ["JP¥680", 680],
  ])("in %j is %j yen", (text, yen) => {
    expect(wholeYen(text)).toBe(yen);
  });

  it.each([
    "",
    "680",
    "US$4.52",
    "$680",
    "€680",
    "NT$680",
    "CN¥680",
    "¥1,329.22",
    "680.00円",
    "¥0",
    "¥1,23",
    "¥1,2345",
    "¥680 ¥500",
    "¥680 50",
    "¥-680",
    "現在 ¥300",
    "¥1,000,000,000",
    "SOLD",
    "300円OFF",
    "円",
    "3千円",
  ])("is not found in %j", (text) => {
    expect(wholeYen(text)).toBeNull();
  });

  it.each([
    ["78,980円", 78_980],
    ["78,980円 US$520.11", 78_980],
    ["78,980円 BRL2,629.22", 78_980],
    ["78,980円(US$520.11)", 78_980],
    ["US$520.11", null],
    ["US$520.11 78,980円", null],
    ["78,980円分", null],
    ["1,329.22", null],
  ])("at the beginning of %j is %j", (text, yen) => {
    expect(leadingYen(text)).toBe(yen);
  });

  it.each([
    ["(¥78,980)", 78_980],
    ["約78,980円", 78_980],
    ["US$520.11（78,980円）", 78_980],
    ["¥78,980 / 78,980円", 78_980],
    ["¥78,980 (¥79,000)", null],
    ["CN¥3,700", null],
    ["¥3,700.12", null],
    ["US$520.11", null],
  ])("within %j is %j", (text, yen) => {
    expect(onlyYen(text)).toBe(yen);
  });

  it("that begins with 現在 is a bid", () => {
    expect([" 現在 ¥300", "現在¥300", "¥300", "¥300 現在"].map(isRunningBid)).toEqual([true, true, false, false]);
  });
});
