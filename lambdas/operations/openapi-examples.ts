/** An example of an operation's request and of its successful answer. */
export interface OperationExample {
  readonly body?: unknown;
  readonly answer?: unknown;
}

const AT = "2026-11-20T03:00:00.000Z";

const stock = {
  id: "0f6a1c0e5b7d4f5e8a9b0c1d2e3f4a5b",
  provider: "speakerdeck",
  original_url: "https://speakerdeck.com/alice/seabirds?slide=3",
  canonical_url: "https://speakerdeck.com/alice/seabirds",
  status: "ready",
  title: "Seabirds of the north",
  author_name: "Alice",
  thumbnail_url: null,
  embed_url: "https://speakerdeck.com/player/0123456789abcdef",
  memo: "for the talk in May",
  tags: ["seabirds", "talks"],
  unread: true,
  starred: false,
  created_at: AT,
  updated_at: AT,
};

const job = {
  name: "seabirds",
  queries: ["subject:seabirds"],
  query_set_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  max_per_run: 80,
  enabled: true,
  schedule: "daily",
  check_for_new: true,
  notify: false,
  google_books: { lang_restrict: "en", order_by: null, print_type: null, filter: null, country: null },
  due_at: AT,
  is_exhausted: false,
  total_beyond: null,
  next_check_at: null,
  last_run: null,
  is_stuck: false,
  created_at: AT,
  updated_at: AT,
};

/** By the operation's name. */
export const EXAMPLES: Readonly<Record<string, OperationExample>> = {
  health: { answer: { status: "ok", version: "1.0.0" } },
  createStock: { body: { url: stock.original_url, memo: stock.memo, tags: stock.tags }, answer: stock },
  getStock: { answer: stock },
  listStocks: { answer: { stocks: [stock], next_cursor: null } },
  createBookmark: { body: { url: "https://example.com/puffins", note: "read before the trip", created_from: "web" } },
  getBookmarkContent: {
    answer: {
      id: "7b0c9f7e0a3d4c5b8e6f1a2b3c4d5e6f",
      title: "Puffins",
      byline: "Alice",
      language: "en",
      dir: "ltr",
      words: 8,
      read_at: AT,
      read_from: "fetch",
      truncated: false,
      html: "<h2>Puffins</h2><p>Puffins nest in <em>burrows</em> on steep cliffs.</p>",
    },
  },
  listChanges: {
    answer: {
      changes: [
        { type: "stock", id: stock.id, deleted: false, changed_at: AT, item: stock },
        { type: "bookmark", id: "7b0c9f7e0a3d4c5b8e6f1a2b3c4d5e6f", deleted: true, changed_at: AT, item: null },
      ],
      next_cursor: "kYI3dGx2Y0FqQ0JXd1Z4eyJtYWRlQXQiOjE3OTUxNDM2MDAwMDB9",
      more: false,
    },
  },
  createJob: {
    body: { name: "seabirds", queries: ["subject:seabirds"], schedule: "daily", google_books: { lang_restrict: "en" } },
    answer: job,
  },
  getJob: { answer: job },
  runJob: { answer: { run_id: "3f2b8a52-7f0f-4b9c-9a41-0f6d1f4f9d10" } },
  createProduct: {
    body: { name: "Binoculars", crawl: { keyword: "binoculars 8x42", min_price: 5_000, max_price: 30_000 } },
  },
  createRecommendation: {
    body: {
      recommendations: [{ title: "Bob's birds", url: "https://bob.example/", description: "He counts them all." }],
    },
  },
  checkRecommendation: { body: { recommendations: [{ url: "https://bob.example/" }] } },
  blockHost: { body: { host: "spam.example" } },
  redriveQueue: { answer: { name: "oembed-fetch" } },
};
