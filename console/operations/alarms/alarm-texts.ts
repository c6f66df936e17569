import { texts } from "../../language/language.ts";

/** The texts of the alarms. */
export const alarmTexts = texts({
  en: {
    title: "Alarms",
    ringingTitle: "Alarms that ring",
    filter: "Show",
    filters: { "": "All of them", alarm: "Ringing", ok: "Quiet", insufficient_data: "Without data" },
    amount: (ringing: string, all: string) => `Alarms: ${all}, ringing: ${ringing}`,
    none: "There is no alarm of this kind.",
    states: { alarm: "Ringing", ok: "Quiet", insufficient_data: "No data yet" },
    since: (length: string, when: string) => `For ${length} (since ${when})`,
    runbook: "What to do:",
  },
  ja: {
    title: "アラーム",
    ringingTitle: "発生中のアラーム",
    filter: "表示",
    filters: { "": "すべて", alarm: "発生中", ok: "正常", insufficient_data: "データなし" },
    amount: (ringing: string, all: string) => `アラーム: ${all} 件、うち発生中: ${ringing} 件`,
    none: "該当するアラームはありません。",
    states: { alarm: "発生中", ok: "正常", insufficient_data: "データがまだありません" },
    since: (length: string, when: string) => `${length} (${when} から)`,
    runbook: "対処方法:",
  },
});
