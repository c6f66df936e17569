import { afterEach, expect, it } from "vitest";
import { preferences } from "../../../console/device/preferences.ts";
import { yen } from "../../../console/language/format.ts";
import { sentences } from "../../../console/language/sentences.ts";

const speak = (language: "en" | "ja" | null) => {
  preferences.value = { ...preferences.value, language };
};
afterEach(() => speak(null));

it("writes yen with a sign as narrow as the digits", () => {
  speak("ja");
  expect(yen(3_629)).toBe("¥3,629");
});

it("puts a space between English sentences and none between Japanese ones", () => {
  speak("en");
  expect(sentences("Saved.", "", "It is being sent.")).toBe("Saved. It is being sent.");
  speak("ja");
  expect(sentences("保存しました。", "", "送信しています。")).toBe("保存しました。送信しています。");
});
