import type { Alarm } from "../../../client/index.ts";
import { duration, moment } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { alarmTexts } from "./alarm-texts.ts";

/** How long an alarm has had its state. */
export function sinceWords({ since }: Pick<Alarm, "since">, now: Date): string {
  // The clock of this device may be behind.
  const seconds = Math.max(0, (now.getTime() - Date.parse(since)) / 1_000);
  return translations(alarmTexts).since(duration(seconds), moment(since));
}
