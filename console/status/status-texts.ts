import { texts } from "../language/language.ts";

export const statusTexts = texts({
  status: ["Status", "状況"],
  close: ["Close", "閉じる"],
});
