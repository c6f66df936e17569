import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of the queues. */
export const queueTexts = texts({
  title: ["Queues", "キュー"],
  about: [
    "Background work, refreshed every 5 seconds. The lines show the last ten minutes while this page is open.",
    "バックグラウンド処理の状況です。5 秒ごとに更新されます。折れ線は、このページを開いている間の直近 10 分間の推移です。",
  ],
  scrolled: ["Queue table", "キューの表"],
  queue: ["Queue", "キュー"],
  deadLetters: ["Dead letters", "デッドレター"],
  depth: ["Waiting", "待機中"],
  inFlight: ["In flight", "処理中"],
  oldest: ["Oldest", "最古"],
  history: ["Recent", "待機数の推移"],
  highest: (count: string) => [`at most ${count}`, `最大 ${count}`],
  queues: {
    "oembed-fetch": ["Details of slide decks", "スライドのメタデータの取得"],
    "bookmark-processing": ["Pages of bookmarks, and their summaries", "ブックマークのページの取得と要約"],
    "books-collect": ["Runs of the jobs that collect books", "書籍の収集ジョブの実行"],
    "mercari-crawl": ["Crawls of second-hand prices", "中古価格の取得"],
    "webmention-send": ["Telling sites that they are recommended", "おすすめしたサイトへの通知"],
    "webmention-receive": ["Checking the mentions of other sites", "ほかのサイトからのメンションの確認"],
    "recommendation-metadata": ["Titles and icons of recommended sites", "おすすめサイトのタイトルとアイコン"],
  },
  noDeadLetters: ["No queue has dead letters.", "デッドレターはありません。"],
  deadLettersIn: (letters: number, queues: number) => [
    `${amount(letters, "dead letter", "dead letters")} in ${amount(queues, "queue", "queues")}`,
    `${count(queues)} 個のキューにデッドレター ${count(letters)} 件`,
  ],
  stale: ["The numbers below are out of date.", "以下の数値は更新されていません。"],
  redrive: ["Redrive", "再投入"],
  askTitle: (name: string) => [`Redrive ${name}?`, `${name} のデッドレターを再投入しますか?`],
  ask: (letters: number) => [
    `${amount(letters, "dead letter goes back to its queue and is", "dead letters go back to their queue and are")} processed again. Messages whose cause remains will fail again and come back here.`,
    `${count(letters)} 件のデッドレターを元のキューに戻し、もう一度処理します。原因が解消していないものは再び失敗し、ここに戻ります。`,
  ],
  confirm: ["Move back", "元のキューに戻す"],
  started: (name: string, count: string) => [
    `${name}: moving dead letters back: ${count}.`,
    `${name}: デッドレター ${count} 件を元のキューに戻しています。`,
  ],
  progress: (name: string) => [`Redrive of ${name}`, `${name} の再投入の進捗`],
  left: (left: string, from: string) => [`${left} of ${from} left`, `残り ${left} / ${from} 件`],
  done: (name: string) => [
    `${name}: redrive finished. No dead letters are left.`,
    `${name}: 再投入が完了しました。デッドレターは残っていません。`,
  ],
  stalled: (name: string, left: string) => [
    `${name}: dead letters left: ${left}. They failed again, or were not moved. Find the cause in the failed jobs and the worker's log, fix it, then redrive again.`,
    `${name}: デッドレターが ${left} 件残っています。再び失敗したか、移動されていません。失敗したジョブとワーカーのログで原因を確認し、解消してから再投入してください。`,
  ],
});
