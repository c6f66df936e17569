import { texts } from "../../../language/language.ts";

/** The texts of the form of a job. */
export const jobFormTexts = texts({
  name: ["Name", "名前"],
  nameHint: [
    "Lowercase letters, digits and hyphens, e.g. typescript-books. It can't be changed later.",
    "半角の英小文字、数字、ハイフンを使います (例: typescript-books)。後で変更することはできません。",
  ],
  queries: ["Queries, one per line", "検索語 (1 行に 1 つ)"],
  queriesHint: [
    "A book is found when it matches any line. Google's operators such as intitle: and subject: work.",
    "いずれかの行に一致する書籍を収集します。intitle: や subject: など Google の指定も使えます。",
  ],
  maxPerRun: ["Books per run, at most", "1 回に収集する上限 (冊)"],
  maxPerRunHint: [
    "0 to 1,000. Google counts one request for every 40.",
    "0〜1,000 の数を入力します。40 冊ごとに 1 回のリクエストと数えられます。",
  ],
  schedule: ["Schedule", "スケジュール"],
  enabled: ["Schedule is on", "スケジュールを有効にする"],
  checkForNew: [
    "Check for new books once a week after the search is exhausted",
    "収集し終えた後も、週に 1 回新刊を確認する",
  ],
  notify: ["Send a notice of new books", "新しい書籍をお知らせする"],
  google: ["Options of Google Books", "Google ブックスのオプション"],
  googleHint: [
    "Changing these makes it a different search, which starts at the first result.",
    "オプションを変更すると別の検索になり、先頭から収集し直します。",
  ],
  langRestrict: ["Language", "言語"],
  langHint: [
    "A code such as ja or en. Leave it empty for all languages.",
    "ja、en などのコードを入力します。空欄の場合は、すべての言語を検索します。",
  ],
  country: ["Country", "国"],
  countryHint: [
    "Two letters such as JP. Leave it empty to use the server's country.",
    "JP などの 2 文字を入力します。空欄の場合は、サーバーの国になります。",
  ],
  orders: {
    "": ["Google's own", "Google の既定"],
    relevance: ["By relevance", "関連度順"],
    newest: ["Newest first", "新しい順"],
  },
  printType: ["Kind", "種類"],
  printTypes: {
    "": ["Google's own", "Google の既定"],
    all: ["Books and magazines", "書籍と雑誌"],
    books: ["Books", "書籍"],
    magazines: ["Magazines", "雑誌"],
  },
  filter: ["Availability", "絞り込み"],
  filters: {
    "": ["Any", "なし"],
    partial: ["A preview of some pages", "一部を閲覧できるもの"],
    full: ["All pages to read", "全文を閲覧できるもの"],
    "free-ebooks": ["A free e-book", "無料の電子書籍"],
    "paid-ebooks": ["An e-book for sale", "有料の電子書籍"],
    ebooks: ["An e-book", "電子書籍"],
  },
  problems: {
    name: {
      form: [
        "Use 1 to 64 lowercase letters, digits and hyphens, beginning with a letter or digit.",
        "半角の英小文字、数字、ハイフンで 64 文字まで入力してください。先頭にハイフンは使えません。",
      ],
      taken: [
        "There is already a job with this name. Choose another.",
        "この名前のジョブはすでにあります。別の名前にしてください。",
      ],
    },
    queries: {
      missing: ["Type at least one query.", "検索語を 1 つ以上入力してください。"],
      "too-many": [
        "A job has at most 20 queries. Make a second job for the others.",
        "検索語は 20 個までです。残りは別のジョブにしてください。",
      ],
      "too-long": ["A query has at most 500 characters.", "検索語は 500 文字までです。"],
    },
    maxPerRun: {
      range: ["Type a number from 0 to 1,000.", "0〜1,000 の数を入力してください。"],
    },
    langRestrict: {
      form: [
        "Type a code of two letters such as ja, or leave it empty.",
        "ja などの 2 文字のコードを入力するか、空欄にしてください。",
      ],
    },
    country: {
      form: ["Type two letters such as JP, or leave it empty.", "JP などの 2 文字を入力するか、空欄にしてください。"],
    },
  },
  changedMeanwhile: [
    "This job was changed by somebody else, or by a run, while it was being saved. Try again.",
    "保存している間に、ほかの人の操作または実行によってジョブが変更されました。もう一度お試しください。",
  ],
  nameTaken: ["The job was not saved.", "ジョブは保存されていません。"],
  created: (name: string) => [`Created: ${name}`, `${name} を作成しました。`],
  changed: (name: string) => [`Saved: ${name}`, `${name} を保存しました。`],
});
