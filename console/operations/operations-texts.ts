import { texts } from "../language/language.ts";

/** The texts of the frame around the views of Operations. */
export const operationsTexts = texts({
  tabs: ["Views of Operations", "運用の表示切り替え"],
  overview: ["Overview", "概要"],
  failedJobs: ["Failed jobs", "失敗したジョブ"],
  jobs: ["Jobs", "収集ジョブ"],
  alarms: ["Alarms", "アラーム"],
  firing: ["firing", "件発生中"],
  all: {
    failedJobs: ["All failed jobs", "失敗したジョブをすべて表示"],
    jobs: ["All jobs", "収集ジョブをすべて表示"],
    alarms: ["All alarms", "アラームをすべて表示"],
  },
});
