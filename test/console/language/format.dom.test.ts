import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { preferences } from "../../../console/device/preferences.ts";
import { amount } from "../../../console/language/amount.ts";
import { count, day, duration, moment, partialDate, shortDay, yen } from "../../../console/language/format.ts";
import { language, texts, translations } from "../../../console/language/language.ts";

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
    expect([count(1_234_567), yen(3_629), day(time)]).toEqual(["1,234,567", "¥3,629", "3 Nov 2026"]);
    expect(moment(time)).toBe("3 Nov 2026, 01:05");
    speak("ja");
    expect([count(1_234_567), day(time), moment(time)]).toEqual(["1,234,567", "2026/11/03", "2026/11/03 1:05"]);
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
});
