import { texts } from "../language/language.ts";

/** The texts of the frame around the views of Operations. */
export const operationsTexts = texts({
  en: {
    tabs: "Views of Operations",
    overview: "Overview",
    failedJobs: "Failed jobs",
    jobs: "Jobs",
    alarms: "Alarms",
    firing: "firing",
    all: { failedJobs: "All failed jobs", jobs: "All jobs", alarms: "All alarms" },
  },
  ja: {
    tabs: "運用の表示切り替え",
    overview: "概要",
    failedJobs: "失敗したジョブ",
    jobs: "収集ジョブ",
    alarms: "アラーム",
    firing: "件発生中",
    all: {
      failedJobs: "失敗したジョブをすべて表示",
      jobs: "収集ジョブをすべて表示",
      alarms: "アラームをすべて表示",
    },
  },
});
