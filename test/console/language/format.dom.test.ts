import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { preferences } from "../../../console/device/preferences.ts";
import { amount } from "../../../console/language/amount.ts";
import {
  count,
  day,
  duration,
  moment,
  partialDate,
  relative,
  shortDay,
  yen,
} from "../../../console/language/format.ts";
import { language, texts, translations } from "../../../console/language/language.ts";
import { sentences } from "../../../console/language/sentences.ts";

const { value: initial } = preferences;
const speak = (chosen: "en" | "ja" | null) => {
  preferences.value = { ...initial, language: chosen };
};
beforeEach(() => {
  speak("en");
});
afterEach(() => {
  preferences.value = initial;
  vi.unstubAllGlobals();
});

describe("numbers and dates", () => {
  it("are British in English and Japanese in Japanese, in the person's time zone", () => {
    const time = new Date("2026-11-03T01:05:00").toISOString();
    const all = () => [count(1_234_567), yen(3_629), day(time), moment(time)];
    expect(all()).toEqual(["1,234,567", "¥3,629", "3 Nov 2026", "3 Nov 2026, 01:05"]);
    speak("ja");
    // The sign of yen is as narrow as the digits.
    expect(all()).toEqual(["1,234,567", "¥3,629", "2026/11/03", "2026/11/03 1:05"]);
  });

  it("have one format for all that are alike: a format takes long to be made", () => {
    const made = vi.spyOn(Intl, "DateTimeFormat");
    onTestFinished(() => made.mockRestore());
    speak("ja");
    const days = ["2026-11-03T01:05:00Z", "2026-11-13T01:05:00Z", "2026-12-03T01:05:00Z"].map((time) =>
      shortDay(time, new Date("2026-10-01T00:00:00Z")),
    );
    expect([days.length, made.mock.calls.length]).toEqual([3, 1]);
  });

  it.each([
    ["2024-03-01", "1 Mar 2024"],
    ["2024-03", "Mar 2024"],
    ["2024", "2024"],
    ["2024-13", "2024-13"],
    ["about 2024", "about 2024"],
    ["2024-03-01T00:00:00Z", "2024-03-01T00:00:00Z"],
    ["spring", "spring"],
  ])("of which a part may be unknown: %s is %s", (text, words) => {
    expect(partialDate(text)).toBe(words);
  });

  it.each([
    [1, "1 second"],
    [59, "59 seconds"],
    [60, "1 minute"],
    [3_599, "59 minutes"],
    [3_600, "1 hour"],
    [86_399, "23 hours"],
    [86_400, "1 day"],
    [30 * 86_400 - 1, "29 days"],
    [30 * 86_400, "1 month"],
    [365 * 86_400 - 1, "12 months"],
    [365 * 86_400, "1 year"],
    [800 * 86_400, "2 years"],
  ])("of %i seconds are %s", (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });

  it("have the words that follow one, or any other amount, in English", () => {
    expect([0, 1, 2, 1_000].map((number) => amount(number, "deck is", "decks are"))).toEqual([
      "0 decks are",
      "1 deck is",
      "2 decks are",
      "1,000 decks are",
    ]);
  });
});

describe("the language", () => {
  it.each([
    [["fr-FR", "ja-JP", "en"], "ja"],
    [["EN-us", "ja"], "en"],
    [["JA"], "ja"],
    [["fr", "enm"], "en"],
    [[], "en"],
  ])("of a browser that asks for %j is %s", (languages, code) => {
    vi.stubGlobal("navigator", { languages });
    speak(null);
    expect(language.value).toBe(code);
  });

  it("chosen by a person takes precedence over the browser's", () => {
    vi.stubGlobal("navigator", { languages: ["ja"] });
    expect(language.value).toBe("en");
  });

  it("is that of the texts, in which a value changes no direction but its own", () => {
    const all = texts({
      plain: ["Owls", "梟"],
      deep: { named: (name: string) => [`Deleted: ${name}.`, `${name} を削除しました。`] },
      sum: (number: number) => [`${number + 1}`, `${number}`],
    });
    expect(translations(all).plain).toBe("Owls");
    expect([translations(all).deep.named("ספר"), translations(all).sum(1)]).toEqual(["Deleted: \u2068ספר\u2069.", "2"]);
    speak("ja");
    expect([translations(all).plain, translations(all).deep.named("梟")]).toEqual(["梟", "梟 を削除しました。"]);
  });

  it("has a space between sentences in English and none in Japanese", () => {
    expect(sentences("Saved.", "", "It is being sent.")).toBe("Saved. It is being sent.");
    speak("ja");
    expect(sentences("保存しました。", "", "送信しています。")).toBe("保存しました。送信しています。");
  });
});

describe("how far a time is from now", () => {
  it.each([
    ["2026-11-23T12:00:00", "2026-11-23T12:00:59", "59 seconds ago"],
    ["2026-11-23T12:00:00", "2026-11-23T12:01:00", "1 minute ago"],
    ["2026-11-22T23:50:00", "2026-11-23T00:10:00", "20 minutes ago"],
    ["2026-11-23T00:10:00", "2026-11-23T23:50:00", "23 hours ago"],
    ["2026-11-23T20:00:00", "2026-11-23T17:00:00", "in 3 hours"],
    // Twenty hours, and a day of the calendar.
    ["2026-11-22T22:00:00", "2026-11-23T18:00:00", "yesterday"],
    ["2026-11-24T07:00:00", "2026-11-23T18:00:00", "tomorrow"],
    // 47 hours, and two days of the calendar.
    ["2026-11-21T23:30:00", "2026-11-23T22:30:00", "2 days ago"],
    ["2026-11-01T00:00:00", "2026-11-30T23:00:00", "29 days ago"],
    ["2026-10-01T08:00:00", "2026-10-31T20:00:00", "30 days ago"],
    ["2026-10-05T08:00:00", "2026-11-05T07:00:00", "last month"],
    // 35 days, and two months of the calendar.
    ["2026-01-31T08:00:00", "2026-03-07T08:00:00", "2 months ago"],
    ["2026-12-31T08:00:00", "2026-11-23T08:00:00", "next month"],
    ["2026-01-31T08:00:00", "2026-12-01T08:00:00", "11 months ago"],
    ["2025-12-01T08:00:00", "2026-11-23T08:00:00", "11 months ago"],
    ["2025-11-01T08:00:00", "2026-11-23T08:00:00", "last year"],
    ["2024-12-31T08:00:00", "2026-01-01T08:00:00", "2 years ago"],
  ])("%s at %s is %s", (time, now, words) => {
    expect(relative(new Date(time).toISOString(), new Date(now))).toBe(words);
  });
});

describe("a day in a list", () => {
  it.each([
    ["2026-11-23T00:10:00", "today"],
    ["2026-11-22T23:50:00", "yesterday"],
    ["2026-11-17T00:00:00", "6 days ago"],
    ["2026-11-16T23:59:00", "16 Nov"],
    ["2025-12-31T12:00:00", "31 Dec 2025"],
  ])("%s is %s", (time, words) => {
    expect(shortDay(new Date(time).toISOString(), new Date("2026-11-23T09:00:00"))).toBe(words);
  });
});
