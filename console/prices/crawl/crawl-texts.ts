import { texts } from "../../language/language.ts";

/** The texts about crawls: how fresh the prices are, what a crawl has brought, and why one failed. */
export const crawlTexts = texts({
  en: {
    crawlNow: "Crawl now",
    crawling: (name: string) => `Mercari is being searched for “${name}”. This takes up to 20 seconds.`,
    unwatched: "Its prices are not watched: it has no keyword.",
    notCrawled: "Not crawled yet.",
    crawled: (ago: string) => `Crawled ${ago}.`,
    partlyCrawled: (ago: string) =>
      `Crawled ${ago}, but Mercari did not show everything. The next crawl reads the rest.`,
    nothingFound: (ago: string) => `Crawled ${ago}: Mercari lists nothing for this search.`,
    continues: (ago: string) => `A crawl has begun ${ago} and continues in the background.`,
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
        "Mercari refused an earlier request, so that Magpie pauses. It tries again by itself when the pause is over.",
      robots_forbidden: "Mercari's robots.txt forbids this page, so that Magpie did not open it.",
      robots_unavailable:
        "Mercari's robots.txt could not be read, and without it Magpie opens no page. It tries again with the next crawl.",
      lost: "It was stopped before its end. Magpie tries again with the next crawl.",
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
    runsShown: (count: string) => `Crawls: ${count}`,
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
    crawling: (name: string) => `メルカリで「${name}」を検索しています。最大 20 秒ほどかかります。`,
    unwatched: "キーワードがないため、価格を追跡していません。",
    notCrawled: "まだ取得していません。",
    crawled: (ago: string) => `最終取得: ${ago}`,
    partlyCrawled: (ago: string) =>
      `最終取得: ${ago} (メルカリの検索結果を一部読み取れませんでした。残りは次回取得します)`,
    nothingFound: (ago: string) => `最終取得: ${ago} (この検索条件の商品はメルカリにありません)`,
    continues: (ago: string) => `${ago}に開始した取得を、バックグラウンドで続けています。`,
    failed: (ago: string, why: string) => `${ago}の取得に失敗しました。${why}これまでに取得した価格は残っています。`,
    nextAt: (when: string) => `次回取得: ${when}`,
    nextDue: "まもなく次の取得を行います。",
    nextOff: "毎時の取得は停止中です。",
    errors: {
      blocked: "メルカリにアクセスを拒否されました。数時間おいて自動で再試行します。",
      rate_limited: "メルカリからアクセスを減らすよう求められました。時間をおいて自動で再試行します。",
      http_error: "メルカリがエラーを返しました。次回の取得で再試行します。",
      not_rendered:
        "メルカリのページに商品一覧がありませんでした。一覧はスクリプトで表示されるため、ブラウザーでの読み取りが必要です (設定 mercariPageSource を “rendered” にしてください)。",
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
    found: (changed: string, unchanged: string) => `取得しました。新規・変更: ${changed} 件、変更なし: ${unchanged} 件`,
    foundPart: (changed: string, unchanged: string) =>
      `取得しましたが、検索結果を一部読み取れませんでした。新規・変更: ${changed} 件、変更なし: ${unchanged} 件`,
    removed: (removed: string) => `検索条件から外れて削除: ${removed} 件`,
    noResults: "取得しましたが、この検索条件の商品はメルカリにありません。キーワードを変えると見つかるかもしれません。",
    queued: "20 秒以内に終わらないため、バックグラウンドで取得を続けています。終わるとここに表示されます。",
    crawlFailed: (why: string) => `取得に失敗しました。${why}これまでに取得した価格は残っています。`,
    runs: "取得履歴",
    runsCaption: "過去 90 日間の取得 (新しい順)",
    runsShown: (count: string) => `${count} 件の取得`,
    noRuns: "まだ取得していません。",
    ended: "終了",
    outcome: "結果",
    pages: "ページ",
    changed: "新規・変更",
    unchanged: "変更なし",
    deleted: "削除",
    details: "確認待ち",
    outcomes: {
      items: "商品あり",
      partly: "一部のみ取得",
      no_results: "商品なし",
      error: "失敗",
      queued: "バックグラウンドで続行",
    },
  },
});
