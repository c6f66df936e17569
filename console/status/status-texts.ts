import { texts } from "../language/language.ts";

export const statusTexts = texts({
  en: { status: "Status", close: "Close" },
  ja: { status: "状況", close: "閉じる" },
});
