import { texts } from "../../language/language.ts";

/** The texts of the banner of an import. */
export const importBannerTexts = texts({
  importing: (done: string, all: string) => [`Importing: ${done} of ${all}.`, `インポート中: ${all} 件中 ${done} 件。`],
  progress: ["Progress of the import", "インポートの進捗"],
  waitsForNetwork: ["It continues when there is a connection.", "オンラインになると続きから始まります。"],
  pausedUntil: (time: string) => [
    `Magpie has reached its limit for now. The import continues at ${time}.`,
    `今はこれ以上受け付けられません。インポートは ${time} に再開します。`,
  ],
  ended: (created: string, existing: string, refused: string) => [
    `Import finished: ${created} new, ${existing} already saved, ${refused} refused.`,
    `インポート完了: 新規 ${created} 件、保存済み ${existing} 件、インポート不可 ${refused} 件。`,
  ],
  cutOff: (done: string, all: string) => [
    `Import stopped after ${done} of ${all}.`,
    `インポートは ${all} 件中 ${done} 件で止まっています。`,
  ],
  showImport: ["Show progress", "進捗を表示"],
  report: ["Report", "結果を表示"],
  dismiss: ["Dismiss report", "結果を閉じる"],
});
