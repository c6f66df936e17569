import { texts } from "../../language/language.ts";

/** The texts about crawls: how fresh the prices are, what a crawl has brought, and why one failed. */
export const crawlTexts = texts({
  en: {
    crawlNow: "Crawl now",
    crawling: (name: string) => `Mercari is being searched for “${name}”. This takes up to 20 seconds.`,
    justNow: "just now",
    unwatched: "Its prices are not watched: it has no keyword.",
    notCrawled: "Not crawled yet.",
    crawled: (ago: string) => `Crawled ${ago}.`,
    partlyCrawled: (ago: string) =>
      `Crawled ${ago}, but Mercari did not show everything. The next crawl reads the rest.`,
    nothingFound: (ago: string) => `Crawled ${ago}: Mercari lists nothing for this search.`,
    continues: (ago: string) => `The crawl begun ${ago} continues in the background.`,
    failed: (ago: string, why: string) => `The crawl ${ago} failed. ${why} The prices found before are kept.`,
    nextAt: (when: string) => `Next crawl ${when}.`,
    nextDue: "The next crawl is due.",
    nextOff: "Hourly crawls are switched off.",
    errors: {
      blocked: "Mercari refused the request. Magpie pauses for some hours, then tries again by itself.",
      rate_limited: "Mercari asked for fewer requests. Magpie pauses, then tries again by itself.",
      http_error: "Mercari answered with an error of its own. Magpie tries again with the next crawl.",
      not_rendered:
        "Mercari's page came without its listings, which scripts add. Pages must be read by a browser: the setting mercariPageSource must be “rendered”.",
      truncated: "Mercari's page arrived incomplete. Magpie tries again with the next crawl.",
      unrecognized:
        "Mercari's page looks different from before, and Magpie can't read it. An administrator should look for a newer version of Magpie.",
      unreachable: "Mercari could not be reached. Magpie tries again with the next crawl.",
      breaker_open:
        "Mercari refused an earlier request, so Magpie pauses. It tries again by itself when the pause is over.",
      robots_forbidden: "Mercari's robots.txt forbids this page, so Magpie did not open it.",
      robots_unavailable:
        "Mercari's robots.txt could not be read, and without it Magpie opens no page. It tries again with the next crawl.",
      lost: "It was interrupted. Magpie tries again with the next crawl.",
    },
    found: (changed: string, unchanged: string) =>
      `Crawl done: new or changed listings: ${changed}; unchanged: ${unchanged}.`,
    foundPart: (changed: string, unchanged: string) =>
      `Crawl done, but Mercari did not show everything. New or changed listings: ${changed}; unchanged: ${unchanged}.`,
    removed: (removed: string) => `Listings that no longer fit the search: ${removed}.`,
    noResults: "Crawl done: Mercari lists nothing for this search. Another keyword may find more.",
    queued: "The crawl takes longer than 20 seconds and continues in the background. Its result appears here.",
    crawlFailed: (why: string) => `The crawl failed. ${why} The prices found before are kept.`,
    runs: "Crawls",
    runsCaption: "The crawls of the last 90 days, newest first",
    noRuns: "There has been no crawl yet.",
    ended: "Ended",
    outcome: "Outcome",
    pages: "Pages",
    changed: "New or changed",
    unchanged: "Unchanged",
    deleted: "Removed",
    details: "Listings to check",
    outcomes: {
      items: "Listings found",
      partly: "Found in part",
      no_results: "Nothing found",
      error: "Failed",
      queued: "Continues in the background",
    },
  },
  ja: {
    crawlNow: "今すぐ取得",
    crawling: (name: string) => `メルカリで「${name}」を検索しています。最大 20 秒かかります。`,
    justNow: "たった今",
    unwatched: "キーワードがないため、価格を追跡していません。",
    notCrawled: "まだ取得していません。",
    crawled: (ago: string) => `最終取得: ${ago}`,
    partlyCrawled: (ago: string) =>
      `最終取得: ${ago} (メルカリの検索結果の一部を読み取れませんでした。残りは次回取得します)`,
    nothingFound: (ago: string) => `最終取得: ${ago} (この検索条件に合う出品はメルカリにありません)`,
    continues: (ago: string) => `バックグラウンドで取得を続けています (開始: ${ago})。`,
    failed: (ago: string, why: string) => `取得に失敗しました (${ago})。${why}これまでに取得した価格は残っています。`,
    nextAt: (when: string) => `次回取得: ${when}`,
    nextDue: "まもなく次の取得を行います。",
    nextOff: "1 時間ごとの取得は停止中です。",
    errors: {
      blocked: "メルカリにアクセスを拒否されました。数時間おいて自動で再試行します。",
      rate_limited: "メルカリからアクセスを減らすよう求められました。時間をおいて自動で再試行します。",
      http_error: "メルカリがエラーを返しました。次回の取得で再試行します。",
      not_rendered:
        "メルカリのページに出品の一覧がありませんでした。一覧はスクリプトで表示されるため、ブラウザーでの読み取りが必要です。設定 mercariPageSource を「rendered」にしてください。",
      truncated: "メルカリのページを最後まで受信できませんでした。次回の取得で再試行します。",
      unrecognized:
        "メルカリのページの構成が変わり、読み取れませんでした。管理者は Magpie の新しいバージョンがないか確認してください。",
      unreachable: "メルカリに接続できませんでした。次回の取得で再試行します。",
      breaker_open: "以前アクセスを拒否されたため、メルカリへのアクセスを休止しています。休止後に自動で再開します。",
      robots_forbidden: "メルカリの robots.txt で禁止されているページのため、アクセスしませんでした。",
      robots_unavailable:
        "メルカリの robots.txt を読み取れず、アクセスしてよいか確認できませんでした。次回の取得で再試行します。",
      lost: "取得が途中で止まりました。次回の取得で再試行します。",
    },
    found: (changed: string, unchanged: string) =>
      `取得しました。新規・変更: ${changed} 件、変更なし: ${unchanged} 件。`,
    foundPart: (changed: string, unchanged: string) =>
      `取得しましたが、検索結果の一部を読み取れませんでした。新規・変更: ${changed} 件、変更なし: ${unchanged} 件。`,
    removed: (removed: string) => `検索条件に合わなくなった出品: ${removed} 件。`,
    noResults:
      "取得しましたが、この検索条件に合う出品はメルカリにありません。キーワードを変えると見つかることがあります。",
    queued: "20 秒以内に終わらないため、バックグラウンドで取得を続けています。終わると、結果がここに表示されます。",
    crawlFailed: (why: string) => `取得に失敗しました。${why}これまでに取得した価格は残っています。`,
    runs: "取得履歴",
    runsCaption: "過去 90 日間の取得 (新しい順)",
    noRuns: "まだ取得していません。",
    ended: "終了日時",
    outcome: "結果",
    pages: "ページ数",
    changed: "新規・変更",
    unchanged: "変更なし",
    deleted: "削除",
    details: "確認する出品",
    outcomes: {
      items: "出品あり",
      partly: "一部のみ取得",
      no_results: "出品なし",
      error: "失敗",
      queued: "バックグラウンドで続行",
    },
  },
});
