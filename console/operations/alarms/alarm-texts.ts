import { texts } from "../../language/language.ts";

/** The texts of the alarms. */
export const alarmTexts = texts({
  firingTitle: ["Firing alarms", "発生中のアラーム"],
  filter: ["Show", "表示"],
  filters: {
    alarm: ["Firing", "発生中"],
    ok: ["OK", "正常"],
    insufficient_data: ["No data", "データなし"],
  },
  amount: (shown: string, firing: string) => [`${shown}, ${firing} firing`, `${shown} (うち発生中 ${firing} 件)`],
  none: ["There are no alarms.", "アラームはありません。"],
  noneOfFilter: ["No alarms of this kind.", "該当するアラームはありません。"],
  since: (length: string, when: string) => [`For ${length} (since ${when})`, `継続時間: ${length} (${when} から)`],
  whenFiring: (advice: string) => [`When it fires: ${advice}`, `発生時: ${advice}`],
  runbook: ["All steps: runbook", "詳しい手順 (英語のランブック)"],
  reason: ["CloudWatch's reason", "CloudWatch による理由 (英語)"],
});
