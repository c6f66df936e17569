import { texts } from "../../language/language.ts";

/** The texts of the buttons that open the dialogs, and of the banner. Those of the dialogs are loaded with them. */
export const movingButtonTexts = texts({
  en: {
    export: "Export",
    import: "Import",
    importing: (done: string, all: string) => `Importing: ${done} of ${all}.`,
    progress: "Progress of the import",
    waitsForNetwork: "It continues when there is a connection.",
    pausedUntil: (time: string) => `Magpie has reached its limit for now. The import continues at ${time}.`,
    ended: (created: string, existing: string, refused: string) =>
      `Import finished: ${created} new, ${existing} already saved, ${refused} refused.`,
    cutOff: (done: string, all: string) => `Import stopped after ${done} of ${all}.`,
    showImport: "Show progress",
    report: "Report",
    dismiss: "Dismiss report",
  },
  ja: {
    export: "エクスポート",
    import: "インポート",
    importing: (done: string, all: string) => `インポート中: ${all} 件中 ${done} 件。`,
    progress: "インポートの進捗",
    waitsForNetwork: "オンラインになると続きから始まります。",
    pausedUntil: (time: string) => `今はこれ以上受け付けられません。インポートは ${time} に再開します。`,
    ended: (created: string, existing: string, refused: string) =>
      `インポート完了: 新規 ${created} 件、保存済み ${existing} 件、インポート不可 ${refused} 件。`,
    cutOff: (done: string, all: string) => `インポートは ${all} 件中 ${done} 件で止まっています。`,
    showImport: "進捗を表示",
    report: "結果を表示",
    dismiss: "結果を閉じる",
  },
});
