import { texts } from "../../language/language.ts";

/** The texts of the alarms. */
export const alarmTexts = texts({
  en: {
    firingTitle: "Firing alarms",
    filter: "Show",
    filters: { "": "All", alarm: "Firing", ok: "OK", insufficient_data: "No data" },
    amount: (shown: string, firing: string) => `${shown}, ${firing} firing`,
    none: "There are no alarms.",
    noneOfFilter: "No alarms of this kind.",
    since: (length: string, when: string) => `For ${length} (since ${when})`,
    whenFiring: (advice: string) => `When it fires: ${advice}`,
    runbook: "All steps: runbook",
    reason: "CloudWatch's reason",
  },
  ja: {
    firingTitle: "発生中のアラーム",
    filter: "表示",
    filters: { "": "すべて", alarm: "発生中", ok: "正常", insufficient_data: "データなし" },
    amount: (shown: string, firing: string) => `${shown} (うち発生中 ${firing} 件)`,
    none: "アラームはありません。",
    noneOfFilter: "該当するアラームはありません。",
    since: (length: string, when: string) => `継続時間: ${length} (${when} から)`,
    whenFiring: (advice: string) => `発生時: ${advice}`,
    runbook: "詳しい手順 (英語のランブック)",
    reason: "CloudWatch による理由 (英語)",
  },
});
