import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of the jobs, their runs and cursors. */
export const jobTexts = texts({
  newJob: ["New job", "ジョブを作成"],
  first: ["Create the first job", "最初のジョブを作成"],
  none: [
    "No jobs yet. A job collects the books that a Google Books search finds, some in each run.",
    "ジョブはまだありません。ジョブは、Google ブックスの検索で見つかった書籍を、実行のたびに少しずつ収集します。",
  ],
  back: ["All jobs", "ジョブ一覧"],
  queries: ["Queries", "検索語"],
  settings: ["Settings", "設定"],
  schedules: {
    hourly: ["Every hour", "1 時間ごと"],
    daily: ["Every day", "毎日"],
    weekly: ["Every week", "毎週"],
  },
  unscheduled: ["Only on request", "手動のみ"],
  disabled: ["Schedule off", "スケジュール停止中"],
  exhausted: ["Search exhausted", "収集完了"],
  moreResults: (total: string) => [
    `Google now reports a total of ${total}: reset the cursor to continue`,
    `Google の検索結果は現在 ${total} 件です。カーソルをリセットすると続きを収集できます`,
  ],
  stuck: ["Stuck: three runs in a row have failed", "停滞中: 3 回連続で失敗"],
  running: ["Running", "実行中"],
  notifies: ["Sends notices", "お知らせ: オン"],
  nextAt: (when: string) => [`Next run ${when}.`, `次回の実行: ${when}。`],
  nextDue: ["The next run is due.", "まもなく実行されます。"],
  checkAt: (when: string) => [`Next check for new books ${when}.`, `新刊の確認: ${when}。`],
  neverRun: ["It has not run yet.", "まだ実行されていません。"],
  runningSince: (ago: string, collected: string, stored: string) => [
    `A run started ${ago}: ${collected} collected so far, ${stored} new.`,
    `実行中 (開始: ${ago})。これまでの収集: ${collected} 冊 (新しい書籍 ${stored} 冊)。`,
  ],
  ran: (ago: string, outcome: string) => [`Last run ${ago}. ${outcome}`, `前回の実行 (${ago}): ${outcome}`],
  outcome: (collected: string, stored: string, why: string) => [
    `${collected} collected, ${stored} new. ${why}`,
    `${collected} 冊を収集しました (新しい書籍 ${stored} 冊)。${why}`,
  ],
  failed: (why: string) => [`Failed. ${why}`, `失敗しました。${why}`],
  stopReasons: {
    quota: [
      "It stopped because the Google Books quota is used up. The next run continues.",
      "Google ブックスの利用上限に達したため停止しました。続きは次回の実行で収集します。",
    ],
    max_per_run: [
      "It stopped at the limit for one run. The next run continues.",
      "1 回の上限に達したため停止しました。続きは次回の実行で収集します。",
    ],
    exhausted: ["The search has no more results.", "これ以上の検索結果はありません。"],
    error: ["It failed.", "失敗しました。"],
  },
  noRequest: ["It made no requests.", "リクエストは送信していません。"],
  runNow: ["Run now", "今すぐ実行"],
  checkForNew: ["Check for new books", "新刊を確認"],
  started: (name: string) => [`${name} is running.`, `${name} を実行しています。`],
  runningAlready: (name: string) => [
    `${name} is already running. Its result will appear here.`,
    `${name} はすでに実行中です。終了したらここに表示されます。`,
  ],
  progress: (name: string) => [`Run of ${name}`, `${name} の実行の進捗`],
  resetCursor: ["Reset cursor", "カーソルをリセット"],
  resetTitle: (name: string) => [`Reset the cursor of ${name}?`, `${name} のカーソルをリセットしますか?`],
  resetText: [
    "The next run starts again at the first result. Collected books stay, and none is stored twice. A run in progress ends.",
    "次回の実行は、検索結果の先頭から始まります。収集済みの書籍は残り、重複して保存されることはありません。実行中の場合、その実行は終了します。",
  ],
  resetConfirm: ["Start over", "先頭からやり直す"],
  reset: (number: number) => [
    number === 0
      ? "There was no cursor to reset."
      : `Reset ${amount(number, "cursor", "cursors")}: the next run starts at the first result.`,
    number === 0
      ? "リセットするカーソルはありませんでした。"
      : `カーソルを ${count(number)} 個リセットしました。次回の実行は検索結果の先頭から始まります。`,
  ],
  deleteTitle: (name: string) => [`Delete ${name}?`, `${name} を削除しますか?`],
  deleteText: [
    "The job, its cursors and its runs are deleted. This can't be undone. The books stay.",
    "ジョブとそのカーソル、実行履歴が削除されます。この操作は元に戻せません。書籍は残ります。",
  ],
  deleted: (name: string) => [`Deleted: ${name}`, `${name} を削除しました。`],
  cursors: ["Cursors", "カーソル"],
  cursorsCaption: ["One position for each set of queries the job has had", "検索語の組み合わせごとの位置"],
  noCursors: [
    "No cursor: the next run starts at the first result.",
    "カーソルはありません。次回の実行は検索結果の先頭から始まります。",
  ],
  presentQueries: ["Current queries", "現在の検索語"],
  earlierQueries: (hash: string) => [`Earlier queries (${hash})`, `以前の検索語 (${hash})`],
  position: ["Position", "位置"],
  totalItems: ["Results at Google", "Google の検索結果数"],
  state: ["State", "状態"],
  open: ["More to come", "続きあり"],
  exhaustedBy: {
    empty: ["Exhausted: a page was empty", "収集完了 (空のページに到達)"],
    total: ["Exhausted: Google's total is reached", "収集完了 (Google の検索結果数に到達)"],
  },
  exhaustedAlone: ["Exhausted", "収集完了"],
  updated: ["Updated", "更新"],
  runs: ["Runs", "実行履歴"],
  runsCaption: ["The runs, newest first", "実行履歴 (新しい順)"],
  noRuns: ["No runs yet.", "まだ実行されていません。"],
  begun: ["Started", "開始日時"],
  kind: ["Kind", "種類"],
  kinds: {
    collect: ["Collects", "収集"],
    check_for_new: ["Checks for new books", "新刊の確認"],
  },
  result: ["Result", "結果"],
  collected: ["Collected", "収集"],
  stored: ["New books", "新しい書籍"],
  requests: ["Requests", "リクエスト"],
  requestsOf: (count: string) => [`${count}`, `${count} 回`],
  request: (first: string, last: string) => [`${first} to ${last}`, `${first}〜${last} 件目`],
  errors: {
    google_api_key_invalid: [
      "Google does not know the API key. Put a valid key of a project with the Books API into the secret, as plain text and nothing else.",
      "API キーが Google に認識されません。Books API を有効にしたプロジェクトの有効なキーだけを、プレーンテキストでシークレットに設定してください。",
    ],
    google_api_key_restricted: [
      "Google refuses the API key here. Allow the key to use the Books API from any address.",
      "この API キーの利用は Google に拒否されました。キーの制限を見直し、すべての IP アドレスから Books API を使えるようにしてください。",
    ],
    google_api_not_enabled: [
      "The Books API is not enabled in the key's Google Cloud project. Enable it there, and wait a few minutes.",
      "API キーの Google Cloud プロジェクトで Books API が有効になっていません。有効にしてから数分お待ちください。",
    ],
    google_location_unknown: [
      "Google can't determine the server's country. Give the job a country, such as JP.",
      "サーバーの国を Google が判別できません。ジョブに国 (JP など) を設定してください。",
    ],
    google_forbidden: [
      "Google refused the request. Check the project of the API key.",
      "Google にリクエストを拒否されました。API キーのプロジェクトを確認してください。",
    ],
    no_api_key: [
      "There is no API key for Google Books. Put one into the secret named in the settings.",
      "Google ブックスの API キーがありません。設定で指定したシークレットに登録してください。",
    ],
    no_queries: [
      "All queries are blank. Give the job a query with words.",
      "検索語がすべて空白です。ジョブに検索語を設定してください。",
    ],
    cursors_reset: [
      "The cursors were reset during the run. The next run starts at the first result.",
      "実行中にカーソルがリセットされました。次回の実行は検索結果の先頭から始まります。",
    ],
    out_of_time: [
      "The run took too long. The cursor is kept, and the next run continues.",
      "実行に時間がかかりすぎました。カーソルは保持され、次回の実行で続きを収集します。",
    ],
    run_given_up: [
      "The run was given up. The cursor is kept, and the next run continues.",
      "実行が打ち切られました。カーソルは保持され、次回の実行で続きを収集します。",
    ],
    google_unexpected_answer: [
      "Google gave an answer that Magpie can't read. The cursor is kept; if this continues, check for a proxy in between.",
      "Google の応答を読み取れませんでした。カーソルは保持されます。続く場合は、途中にプロキシがないか確認してください。",
    ],
    google_bad_request: [
      "Google rejected the request as invalid. Check the queries and the options; if they are right, reset the cursor or narrow the queries.",
      "リクエストに誤りがあると Google が応答しました。検索語とオプションを確認してください。正しい場合は、カーソルをリセットするか、検索語を絞り込んでください。",
    ],
  },
  unavailable: [
    "Google Books failed at every attempt. The cursor is kept, and the next run continues.",
    "Google ブックスに何度か接続しましたが、失敗しました。カーソルは保持され、次回の実行で続きを収集します。",
  ],
});
