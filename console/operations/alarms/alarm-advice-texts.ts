import { texts, translations } from "../../language/language.ts";

/**
 * Of each alarm, by its name or by the end of its name if many are alike: what has happened, and what to do first. Its section
 * of the runbook says the rest.
 */
export const alarmAdviceTexts = texts({
  "-dlq-depth": [
    "A dead letter stays in this queue until somebody redrives or deletes it. First find the cause in the logs and fix it, then redrive the queue in the overview.",
    "このキューにデッドレターが残っています。再投入するか削除するまで残り続けます。先にログで原因を確認して解消し、その後、概要でキューを再投入してください。",
  ],
  "-stuck": [
    "Messages have waited in this queue for six hours, because no worker reads it. Enable the event source of its worker.",
    "このキューのメッセージが 6 時間処理されていません。ワーカーのイベントソースを有効にしてください。",
  ],
  "-silent": [
    "This schedule has missed its runs. Check in EventBridge Scheduler that it is enabled, or deploy again; its next run does the missed work.",
    "このスケジュールは、所定の時間を過ぎても何も開始していません。EventBridge Scheduler で有効になっているか確認するか、再デプロイしてください。行われなかった処理は、次回の実行で行われます。",
  ],
  "api-5xx": [
    "At least five requests have failed within an hour because of an error in Magpie or AWS. Find the route and the error in the API's log; after a deployment, go back to the previous version.",
    "Magpie または AWS の障害により、1 時間に 5 件以上のリクエストが失敗しました。API のログで経路とエラーを確認してください。デプロイの直後であれば、前のバージョンに戻してください。",
  ],
  "api-5xx-any": [
    "A request has failed because of an error in Magpie or AWS. Check in the API's log whether the same route fails again; a single error of AWS needs no action.",
    "Magpie または AWS の障害により、リクエストが失敗しました。同じ経路で繰り返していないか、API のログで確認してください。AWS の一時的な障害であれば、対応は不要です。",
  ],
  "api-slow": [
    "One request in twenty has taken at least three seconds, so people wait. Find the slow route on the dashboard; after a deployment, go back to the previous version.",
    "20 件に 1 件のリクエストに 3 秒以上かかり、利用者が待たされています。遅い経路をダッシュボードで確認してください。デプロイの直後であれば、前のバージョンに戻してください。",
  ],
  "api-throttled": [
    "Many requests were refused, because one route got more than its throttle allows. Find the route in the API's log: fix the program that repeats requests, or raise expectedUsers if there are more people.",
    "1 つの経路へのリクエストが上限を超えたため、多くのリクエストが拒否されました。API のログで経路を確認し、リクエストを繰り返すプログラムを修正するか、利用者が増えた場合は上限を上げてください。",
  ],
  "bookmark-processing-late": [
    "A bookmark has had no title and no summary for more than five minutes. A lost message is sent again automatically; check the worker's log only if the bookmark does not change.",
    "タイトルと要約が 5 分以上作成されていないブックマークがあります。失われたメッセージは自動で再送されます。変化がない場合のみ、ワーカーのログを確認してください。",
  ],
  "bookmarks-dead-letters-hourly": [
    "More than ten bookmarks have failed within an hour. Find what they have in common, such as a site or the summariser; once that works again, redrive the queue.",
    "1 時間に 10 件を超えるブックマークが失敗しました。サイトや要約機能など共通の原因を確認し、復旧してからキューを再投入してください。",
  ],
  "bookmarks-late": [
    "Bookmarks of the last hour got their title and summary more than five minutes late. If the queue is long but getting shorter, wait; otherwise find out which summariser is slow.",
    "直近 1 時間、ブックマークのタイトルと要約の作成が 5 分以上遅れています。キューが減っている間はお待ちください。減らない場合は、どの要約機能が遅いかを確認してください。",
  ],
  "bookmarks-retries-failing": [
    "Within an hour, many bookmarks failed at every attempt. Find the error or the site that they have in common, and redrive the queue some hours later.",
    "1 時間に多くのブックマークが、再試行しても失敗しました。共通するエラーやサイトを確認し、数時間後にキューを再投入してください。",
  ],
  "bookmarks-retries-failing-daily": [
    "Within a day, many bookmarks failed at every attempt. Find the error or the site that they have in common, and redrive the queue some hours later.",
    "1 日に多くのブックマークが、再試行しても失敗しました。共通するエラーやサイトを確認し、数時間後にキューを再投入してください。",
  ],
  "books-cursor-stuck": [
    "A book job has failed three times in a row at the same position. Open the job: its last run shows the reason and the remedy.",
    "書籍の収集ジョブが同じ位置で 3 回連続して失敗し、先に進めません。ジョブを開くと、前回の実行に原因と対処方法が表示されます。",
  ],
  "dead-letters": [
    "A message has failed at every attempt, and its dead letter is kept. Find its queue in the overview, fix the cause, then redrive the queue.",
    "すべての試行に失敗したメッセージが、デッドレターとして残っています。概要でキューを確認し、原因を解消してから再投入してください。",
  ],
  "functions-failing": [
    "A worker, a schedule or the renderer has ended with an error. Find which one in the logs; after a deployment, go back to the previous version.",
    "ワーカー、スケジュール、レンダラーのいずれかが異常終了しました。ログで確認してください。デプロイの直後であれば、前のバージョンに戻してください。",
  ],
  "idempotency-replays": [
    "A program repeats requests that were already answered. Nothing is saved twice; find the user and the route in the logs, and fix the program.",
    "応答済みのリクエストを繰り返し送信しているプログラムがあります。二重に保存されることはありません。ログで利用者と経路を確認し、プログラムを修正してください。",
  ],
  "lambda-throttles": [
    "AWS has refused to start functions, because the account's concurrency is used up. Request a higher quota under Service Quotas, and stop the largest consumer until then.",
    "アカウントの同時実行数の上限に達したため、AWS が関数の起動を拒否しました。Service Quotas で引き上げを申請し、それまでは最も負荷の高い処理を止めてください。",
  ],
  "left-to-reconcile": [
    "Requested work starts about ten minutes late, because a queue or the site's bucket did not accept it. It is done automatically later; deploy again only if access is denied.",
    "キューまたはサイトのバケットが受け付けなかったため、保存や依頼した処理の開始が 10 分ほど遅れます。自動で回復します。アクセスが拒否されている場合のみ、再デプロイしてください。",
  ],
  "mercari-blocked": [
    "Mercari has refused requests, so no prices are read for some hours. Wait: crawling resumes automatically. If this happens repeatedly, watch fewer products.",
    "メルカリに拒否されたため、数時間、価格を取得できません。自動で再開するのでお待ちください。繰り返す場合は、追跡する商品を減らしてください。",
  ],
  "mercari-deletions-stopped": [
    "More offers than usual appear to be deleted, so some are still shown. Open some of them: if they are really gone, no action is needed.",
    "削除済みと表示される出品が通常より多いため、一部を残しています。いくつか開いて確認してください。本当に削除されていれば、対応は不要です。",
  ],
  "mercari-markup-changed": [
    "A search page of Mercari differs from all known forms. Open the stored page: if Mercari is under maintenance, wait; otherwise the reader has to be adapted.",
    "メルカリの検索ページが、既知のどの形式とも異なります。保存されたページを確認してください。メンテナンス中であればお待ちください。それ以外の場合は、読み取り処理の修正が必要です。",
  ],
  "mercari-pages-unreadable": [
    "Many pages of Mercari could not be read, or only in part. Find in the logs what they have in common; if the pages have changed, the reader has to be adapted.",
    "メルカリの多くのページを、まったく、または一部しか読み取れませんでした。ログで共通点を確認してください。ページの形式が変わっていれば、読み取り処理の修正が必要です。",
  ],
  "mercari-search-unread": [
    "The crawls of a product have failed for three hours. Open the product under Prices: its last crawls show the reason.",
    "ある商品の価格の取得が 3 時間失敗し続けています。価格の画面で商品を開くと、最近の取得結果に原因が表示されます。",
  ],
  "notices-not-delivered": [
    "A notice may not have arrived by mail or webhook. Read it in the list of notices; the log names what to correct in the settings or in the webhook's secret.",
    "メールまたは Webhook で届かなかった可能性のあるお知らせがあります。お知らせの一覧で確認してください。設定や Webhook のシークレットの修正箇所は、ログに表示されます。",
  ],
  "queues-stuck": [
    "Messages wait in a queue, and no worker reads it. In the overview, find the queue with waiting messages and none in flight, and enable the event source of its worker.",
    "キューでメッセージが待機していますが、処理されていません。概要で、待機中があり処理中が 0 のキューを確認し、ワーカーのイベントソースを有効にしてください。",
  ],
  "reconcile-gave-up": [
    "Work was given up after its message was lost four times. First fix the worker, then try the failed jobs again.",
    "メッセージが 4 回失われたため、処理を打ち切りました。まずワーカーを修正し、その後で失敗したジョブを再試行してください。",
  ],
  "schedules-dead-letters": [
    "A run of a schedule has failed three times or could not be started. Read the message in the queue schedules-dlq and fix the cause; the next run does the work.",
    "スケジュールの実行が 3 回失敗したか、開始できませんでした。キュー schedules-dlq のメッセージを確認し、原因を解消してください。処理は次回の実行で行われます。",
  ],
  "schedules-dlq-depth": [
    "A run of a schedule was given up, and its message waits in the queue schedules-dlq. It can't be redriven: read it, fix the cause, and delete it.",
    "打ち切られたスケジュールの実行のメッセージが、キュー schedules-dlq に残っています。再投入はできません。内容を確認し、原因を解消してから削除してください。",
  ],
  "site-5xx": [
    "The site answers at least a tenth of its requests with an error. After a deployment, go back to the previous version; otherwise check the status of CloudFront and S3.",
    "サイトへのリクエストの 10% 以上がエラーになっています。デプロイの直後であれば、前のバージョンに戻してください。それ以外の場合は、CloudFront と S3 の状態を確認してください。",
  ],
  "site-traffic": [
    "The site has sent more than 5 GB within an hour, which costs money. Check in CloudFront what is downloaded, and by whom.",
    "1 時間にサイトから 5 GB 以上が転送され、料金がかかっています。CloudFront で、何が誰にダウンロードされているか確認してください。",
  ],
  "table-throttles": [
    "The database is slowing requests down, because one part of a table gets too many. If it is a burst, wait; if it continues, lower expectedUsers or the number of workers.",
    "テーブルの一部にアクセスが集中し、データベースの処理が遅くなっています。一時的なものであればお待ちください。続く場合は、リクエストの上限かワーカーの数を下げてください。",
  ],
  "work-given-up": [
    "Work was given up because of an error in Magpie or AWS, and is not done. Find the error in the workers' logs, fix it, then redrive the queue.",
    "Magpie または AWS の障害により、処理が打ち切られたままになっています。ワーカーのログでエラーを確認し、解消してからキューを再投入してください。",
  ],
  "workers-crashing": [
    "Workers have crashed at least four times within six hours, so work is not done. Find which in the logs; after a deployment, go back to the previous version, then redrive the queue.",
    "6 時間に 4 回以上ワーカーが異常終了し、処理が行われていません。ログで確認してください。デプロイの直後であれば、前のバージョンに戻し、その後キューを再投入してください。",
  ],
});

/** The advice that is written for an alarm. @param name e.g. `api-5xx`, or `books-due-silent` for the advice of `-silent` */
export function adviceFor(name: string): string | undefined {
  const all: Readonly<Record<string, string>> = translations(alarmAdviceTexts);
  const ending = Object.keys(all).find((of) => of.startsWith("-") && name.endsWith(of)) ?? "";
  return Object.hasOwn(all, name) ? all[name] : all[ending];
}
