import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of the queues. */
export const queueTexts = texts({
  en: {
    title: "Queues",
    about: "Background work, refreshed every 5 seconds. The lines show the last ten minutes while this page is open.",
    scrolled: "Queue table",
    queue: "Queue",
    deadLetters: "Dead letters",
    depth: "Waiting",
    inFlight: "In flight",
    oldest: "Oldest",
    history: "Recent",
    none: "–",
    highest: (count: string) => `at most ${count}`,
    queues: {
      "oembed-fetch": "Details of slide decks",
      "bookmark-processing": "Pages of bookmarks, and their summaries",
      "books-collect": "Runs of the jobs that collect books",
      "mercari-crawl": "Crawls of second-hand prices",
      "webmention-send": "Telling sites that they are recommended",
      "webmention-receive": "Checking the mentions of other sites",
      "recommendation-metadata": "Titles and icons of recommended sites",
    },
    noDeadLetters: "No queue has dead letters.",
    deadLettersIn: (letters: number, queues: number) =>
      `${amount(letters, "dead letter", "dead letters")} in ${amount(queues, "queue", "queues")}`,
    stale: "The numbers below are out of date.",
    redrive: "Redrive",
    askTitle: (name: string) => `Redrive ${name}?`,
    ask: (letters: number) =>
      `${amount(letters, "dead letter goes back to its queue and is", "dead letters go back to their queue and are")} processed again. Messages whose cause remains will fail again and come back here.`,
    confirm: "Move back",
    started: (name: string, count: string) => `${name}: moving dead letters back: ${count}.`,
    progress: (name: string) => `Redrive of ${name}`,
    left: (left: string, from: string) => `${left} of ${from} left`,
    done: (name: string) => `${name}: redrive finished. No dead letters are left.`,
    stalled: (name: string, left: string) =>
      `${name}: dead letters left: ${left}. They failed again, or were not moved. Find the cause in the failed jobs and the worker's log, fix it, then redrive again.`,
  },
  ja: {
    title: "キュー",
    about:
      "バックグラウンド処理の状況です。5 秒ごとに更新されます。折れ線は、このページを開いている間の直近 10 分間の推移です。",
    scrolled: "キューの表",
    queue: "キュー",
    deadLetters: "デッドレター",
    depth: "待機中",
    inFlight: "処理中",
    oldest: "最古",
    history: "待機数の推移",
    none: "–",
    highest: (count: string) => `最大 ${count}`,
    queues: {
      "oembed-fetch": "スライドのメタデータの取得",
      "bookmark-processing": "ブックマークのページの取得と要約",
      "books-collect": "書籍の収集ジョブの実行",
      "mercari-crawl": "中古価格の取得",
      "webmention-send": "おすすめしたサイトへの通知",
      "webmention-receive": "ほかのサイトからのメンションの確認",
      "recommendation-metadata": "おすすめサイトのタイトルとアイコン",
    },
    noDeadLetters: "デッドレターはありません。",
    deadLettersIn: (letters: number, queues: number) =>
      `${count(queues)} 個のキューにデッドレター ${count(letters)} 件`,
    stale: "以下の数値は更新されていません。",
    redrive: "再投入",
    askTitle: (name: string) => `${name} のデッドレターを再投入しますか?`,
    ask: (letters: number) =>
      `${count(letters)} 件のデッドレターを元のキューに戻し、もう一度処理します。原因が解消していないものは再び失敗し、ここに戻ります。`,
    confirm: "元のキューに戻す",
    started: (name: string, count: string) => `${name}: デッドレター ${count} 件を元のキューに戻しています。`,
    progress: (name: string) => `${name} の再投入の進捗`,
    left: (left: string, from: string) => `残り ${left} / ${from} 件`,
    done: (name: string) => `${name}: 再投入が完了しました。デッドレターは残っていません。`,
    stalled: (name: string, left: string) =>
      `${name}: デッドレターが ${left} 件残っています。再び失敗したか、移動されていません。失敗したジョブとワーカーのログで原因を確認し、解消してから再投入してください。`,
  },
});
