// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from "vitest";
import { choose } from "../../../console/device/preferences.ts";
import type { Verdict } from "../../../console/prices/verdict/verdict-words.ts";
import { medianWords, verdictWords } from "../../../console/prices/verdict/verdict-words.ts";
import { verdict } from "../dom/prices-page.ts";

/** In Japan it is December. */
const NOW = new Date("2026-11-30T15:00:00.000Z");
const words = (fields: Partial<Verdict>) => verdictWords(verdict({ lowest_since: "2026-12", ...fields }), NOW);

const FEW = { kind: "unknown", percent: null, reason: "few_sales" } as const;

describe("a verdict in words", () => {
  it.each<[fields: Partial<Verdict>, english: string]>([
    [{}, "Good price: 18% below the 90-day median (36 sales)"],
    [{ lowest_since: "2026-06" }, "Good price: 18% below the 90-day median (36 sales), the lowest since June"],
    [{ lowest_since: "2025-12" }, "Good price: 18% below the 90-day median (36 sales), the lowest since December 2025"],
    [{ lowest_since: null }, "Good price: 18% below the 90-day median (36 sales), the lowest so far"],
    [{ lowest_since: null, price: 83_899 }, "Good price: 18% below the 90-day median (36 sales)"],
    [{ kind: "usual", percent: 0, days: 30 }, "Usual price: the 30-day median (36 sales)"],
    [{ kind: "dear", percent: 1_200 }, "High price: 1,200% above the 90-day median (36 sales)"],
    [{ ...FEW, sales: 4 }, "Unknown: 4 sales in 90 days, too few to compare"],
    [{ ...FEW, sales: 1 }, "Unknown: 1 sale in 90 days, too few to compare"],
    [{ ...FEW, sales: 0 }, "Unknown: no dated sale in 90 days"],
    [
      { kind: "unknown", percent: -97, reason: "far_below" },
      "Unknown: 97% below the 90-day median (36 sales), so probably broken or something else",
    ],
    [
      { kind: "unknown", reason: "old_prices" },
      "Unknown: 18% below the 90-day median (36 sales), but no crawl has succeeded for a day",
    ],
  ])("%j", (fields, english) => {
    expect(words(fields)).toBe(english);
  });

  it("names each median that is known", () => {
    const { against } = verdict();
    expect(medianWords(verdict({ against: { ...against, sold_median_30d: 99_000, sold_median_90d: null } }))).toEqual([
      "30-day median: ¥99,000",
      "Median of the offers: ¥102,150",
      "Lowest plausible price so far: ¥83,900",
    ]);
    expect(medianWords(verdict({ against: { ...against, lowest_ever: null } }))).toHaveLength(2);
  });
});

it("the sentence has its own order in Japanese", () => {
  choose({ language: "ja" });
  onTestFinished(() => choose({ language: null }));
  expect(words({ lowest_since: "2026-06" })).toBe(
    "お買い得: 90 日間の中央値 (売却 36 件) より 18% 安い、最安値 (前回: 6月)",
  );
});
