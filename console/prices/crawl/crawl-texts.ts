import { texts } from "../../language/language.ts";

/** The texts about crawls: how fresh the prices are, what a crawl has brought, and why one failed. */
export const crawlTexts = texts({
  crawlNow: ["Crawl now", "今すぐ取得"],
  crawling: (name: string) => [
    `Searching Mercari for “${name}”. This takes up to 20 seconds.`,
    `メルカリで「${name}」を検索しています。最大 20 秒かかります。`,
  ],
  justNow: ["just now", "たった今"],
  unwatched: ["Not watched: it has no keyword.", "キーワードがないため、価格を追跡していません。"],
  notCrawled: ["Not crawled yet.", "まだ取得していません。"],
  crawled: (ago: string) => [`Crawled ${ago}.`, `最終取得: ${ago}`],
  partlyCrawled: (ago: string) => [
    `Crawled ${ago}, but Mercari did not show everything. The next crawl gets the rest.`,
    `最終取得: ${ago} (メルカリの検索結果の一部を読み取れませんでした。残りは次回取得します)`,
  ],
  nothingFound: (ago: string) => [
    `Crawled ${ago}: Mercari has no listings for this search.`,
    `最終取得: ${ago} (この検索条件に合う出品はメルカリにありません)`,
  ],
  continues: (ago: string) => [
    `The crawl that started ${ago} is still running in the background.`,
    `バックグラウンドで取得を続けています (開始: ${ago})。`,
  ],
  failed: (ago: string, why: string) => [
    `The crawl ${ago} failed. ${why} The prices found before are kept.`,
    `取得に失敗しました (${ago})。${why}これまでに取得した価格は残っています。`,
  ],
  nextAt: (when: string) => [`Next crawl ${when}.`, `次回取得: ${when}`],
  nextDue: ["The next crawl is due.", "まもなく次の取得を行います。"],
  nextOff: ["Hourly crawls are off.", "1 時間ごとの取得は停止中です。"],
  errors: {
    blocked: [
      "Mercari refused the request. Magpie pauses for a few hours, then tries again automatically.",
      "メルカリにアクセスを拒否されました。数時間おいて自動で再試行します。",
    ],
    rate_limited: [
      "Mercari asked for fewer requests. Magpie pauses, then tries again automatically.",
      "メルカリからアクセスを減らすよう求められました。時間をおいて自動で再試行します。",
    ],
    http_error: [
      "Mercari returned an error. Magpie tries again at the next crawl.",
      "メルカリがエラーを返しました。次回の取得で再試行します。",
    ],
    not_rendered: [
      "Mercari's page arrived without its listings, which scripts add. A browser has to read these pages: set mercariPageSource to “rendered”.",
      "メルカリのページに出品の一覧がありませんでした。一覧はスクリプトで表示されるため、ブラウザーでの読み取りが必要です。設定 mercariPageSource を「rendered」にしてください。",
    ],
    truncated: [
      "Mercari's page arrived incomplete. Magpie tries again at the next crawl.",
      "メルカリのページを最後まで受信できませんでした。次回の取得で再試行します。",
    ],
    unrecognized: [
      "Mercari's page looks different from before, and Magpie can't read it. An administrator should look for a newer version of Magpie.",
      "メルカリのページの構成が変わり、読み取れませんでした。管理者は Magpie の新しいバージョンがないか確認してください。",
    ],
    unreachable: [
      "Mercari could not be reached. Magpie tries again at the next crawl.",
      "メルカリに接続できませんでした。次回の取得で再試行します。",
    ],
    breaker_open: [
      "Mercari refused an earlier request, so Magpie is pausing. It tries again automatically after the pause.",
      "以前アクセスを拒否されたため、メルカリへのアクセスを休止しています。休止後に自動で再開します。",
    ],
    robots_forbidden: [
      "Mercari's robots.txt forbids this page, so Magpie did not open it.",
      "メルカリの robots.txt で禁止されているページのため、アクセスしませんでした。",
    ],
    robots_unavailable: [
      "Mercari's robots.txt could not be read, and Magpie opens no page without it. It tries again at the next crawl.",
      "メルカリの robots.txt を読み取れず、アクセスしてよいか確認できませんでした。次回の取得で再試行します。",
    ],
    lost: [
      "It was interrupted. Magpie tries again at the next crawl.",
      "取得が途中で止まりました。次回の取得で再試行します。",
    ],
  },
  found: (changed: string, unchanged: string) => [
    `Crawl finished: ${changed} new or changed, ${unchanged} unchanged.`,
    `取得しました。新規・変更: ${changed} 件、変更なし: ${unchanged} 件。`,
  ],
  foundPart: (changed: string, unchanged: string) => [
    `Crawl finished, but Mercari did not show everything: ${changed} new or changed, ${unchanged} unchanged.`,
    `取得しましたが、検索結果の一部を読み取れませんでした。新規・変更: ${changed} 件、変更なし: ${unchanged} 件。`,
  ],
  removed: (removed: string) => [
    `No longer matching the search: ${removed}.`,
    `検索条件に合わなくなった出品: ${removed} 件。`,
  ],
  noResults: [
    "Crawl finished: Mercari has no listings for this search. Try another keyword.",
    "取得しましたが、この検索条件に合う出品はメルカリにありません。キーワードを変えると見つかることがあります。",
  ],
  queued: [
    "The crawl is taking longer than 20 seconds, so it continues in the background. Its result will appear here.",
    "20 秒以内に終わらないため、バックグラウンドで取得を続けています。終わると、結果がここに表示されます。",
  ],
  crawlFailed: (why: string) => [
    `The crawl failed. ${why} The prices found before are kept.`,
    `取得に失敗しました。${why}これまでに取得した価格は残っています。`,
  ],
  runs: ["Crawls", "取得履歴"],
  runsCaption: ["The crawls of the last 90 days, newest first", "過去 90 日間の取得 (新しい順)"],
  noRuns: ["No crawls yet.", "まだ取得していません。"],
  ended: ["Ended", "終了日時"],
  outcome: ["Outcome", "結果"],
  pages: ["Pages", "ページ数"],
  changed: ["New or changed", "新規・変更"],
  unchanged: ["Unchanged", "変更なし"],
  deleted: ["Removed", "削除"],
  details: ["Listings to check", "確認する出品"],
  outcomes: {
    items: ["Listings found", "出品あり"],
    partly: ["Found in part", "一部のみ取得"],
    no_results: ["Nothing found", "出品なし"],
    error: ["Failed", "失敗"],
    queued: ["Continues in the background", "バックグラウンドで続行"],
  },
});
