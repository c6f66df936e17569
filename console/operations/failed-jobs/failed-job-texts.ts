import { texts } from "../../language/language.ts";

/** The texts of the failed jobs. */
export const failedJobTexts = texts({
  about: [
    "Bookmarks of all users whose page could not be read or summarised.",
    "ページの取得や要約に失敗した、全ユーザーのブックマークです。",
  ],
  filter: ["Show", "表示"],
  filters: {
    true: ["Can be retried", "再試行可能"],
    false: ["Permanent failure", "恒久的な失敗"],
  },
  none: ["Nothing has failed.", "失敗したジョブはありません。"],
  noneOfFilter: ["None of this kind.", "該当するジョブはありません。"],
  jobTypes: {
    extraction: ["Reading the page", "ページの取得"],
    llm_processing: ["Summarising the page", "ページの要約"],
  },
  lastingHint: [
    "Trying again helps only if the page has changed since.",
    "ページがその後変わっていなければ、再試行しても同じ結果になります。",
  ],
  failed: ["Failed", "失敗:"],
  payload: ["Payload", "ペイロード"],
  payloadOf: ["Payload of the message", "メッセージのペイロード"],
  bookmark: ["Open the bookmark", "ブックマークを開く"],
  requested: (url: string) => [`Requested again: ${url}`, `${url} の再試行を受け付けました。`],
  gone: (url: string) => [`Already tried again: ${url}`, `${url} はすでに再試行されています。`],
  stop: ["Stop", "中止"],
  tryingAll: ["Trying all again", "すべての再試行の進捗"],
  progress: (done: string, total: string) => [`${done} of ${total}`, `${done} / ${total} 件`],
  allRequested: (count: string) => [
    `Requested again: ${count}. Those that fail again come back here.`,
    `${count} 件の再試行を受け付けました。再び失敗したものはここに戻ります。`,
  ],
  noneToRetry: ["None of them can be retried.", "再試行可能なジョブはありません。"],
  stopped: (count: string, total: string) => [
    `Stopped. Requested again: ${count} of ${total}.`,
    `中止しました。${total} 件中 ${count} 件の再試行を受け付けました。`,
  ],
  broken: (count: string, total: string, why: string) => [
    `Requested again: ${count} of ${total}, then this happened: ${why}`,
    `${total} 件中 ${count} 件の再試行を受け付けた後、エラーが発生しました: ${why}`,
  ],
});
