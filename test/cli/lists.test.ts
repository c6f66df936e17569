import { describe, expect, it } from "vitest";
import type { Product } from "../../client/answers.ts";
import { cursorOf, jobOf, runOf } from "./job-answers.ts";
import { answered, cells, StubbedApi } from "./stubbed-api.ts";

/** The days of a search are those of this machine. */
const ZONE = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
const api = new StubbedApi();

const at = "2026-11-20T01:00:00.000Z";
const bookmark = {
  id: "b-1",
  url: "https://pages.example/1",
  title: "A page",
  status: "done",
  tags: ["tea", "birds"],
  created_at: at,
  error_message: null,
  gone_at: "2026-05-12",
  place: { progress: 0.424 },
};
const stock = {
  id: "s-1",
  provider: "speakerdeck",
  canonical_url: "https://speakerdeck.com/alice/birds",
  title: null,
  author_name: null,
  tags: ["tea", "birds"],
  status: "failed",
  failure: { code: "not_found", message: "メタデータの取得に失敗しました" },
  created_at: at,
};
const book = {
  isbn_13: "9780520283602",
  title: "Birds",
  authors: ["A. Author", "B. Author"],
  published_date: "2022",
  jobs: ["birds"],
  first_seen_at: at,
  info_link: "https://books.google.com/books?id=x",
};
const recommendation = {
  id: "r-1",
  title: "Bob",
  url: "https://bob.example/",
  one_click_subscribe: true,
  count: { clicks: 12, subscribers: 3 },
  created_at: at,
};
const mention = {
  id: "m-1",
  source: "https://bob.example/post",
  target: "https://alice.example/",
  kind: "page",
  status: "verified",
  title: "Bob's\u001b[31m page",
  hidden: true,
  first_seen_at: at,
  last_verified_at: null,
};
const notice = {
  id: "n-1",
  kind: "price",
  title: "Camera: ¥900",
  body: "¥900: a camera",
  url: "https://jp.mercari.com/item/m1",
  created_at: at,
};
const failedJob = {
  id: "fj-1",
  bookmark_id: "b-1",
  job_type: "extraction",
  error_code: "timeout",
  error_message: "ページを取得できませんでした",
  payload: { url: "https://pages.example/1" },
  failed_at: at,
  retryable: true,
};
const queue = { name: "oembed-fetch", depth: 0, in_flight: 1, dlq_depth: 2, oldest_age_seconds: 7_000 };
const alarm = {
  name: "api-5xx",
  state: "alarm",
  reason: "Threshold Crossed",
  since: at,
  impact: "Requests fail.",
  runbook: "https://magpie.example/docs/runbook#api-5xx",
};
const quiet = { ...alarm, name: "books-due-silent", state: "ok" };
const job = jobOf("go-books", { schedule: "daily", due_at: at, last_run: runOf() });
const stuck = jobOf("stuck", {
  enabled: false,
  is_stuck: true,
  total_beyond: 350,
  last_run: runOf({ status: "running", stop_reason: null }),
});
const failedRun = runOf({ stop_reason: "error", error: { code: "no_api_key", message: "" } });
const end = { start_index: 130, is_exhausted: true, exhausted_by: "total" } as const;
const exhausted = { ...end, last_total_items: 130, total_beyond: 1_200 };

function productOf(id: string, changes: Partial<Product> = {}, crawl: Partial<Product["crawl"]> = {}): Product {
  const setting = { keyword: "camera", category_id: null, min_price: null, max_price: null, enabled: true };
  return {
    id,
    name: `Product ${id}`,
    crawl: { exclude_keyword: null, item_condition_ids: null, ...setting, ...crawl },
    search_url: null,
    alert: null,
    last_crawl: null,
    verdict: null,
    next_crawl_at: null,
    created_at: at,
    updated_at: at,
    ...changes,
  };
}

const judged = (
  kind: "good" | "dear" | "unknown",
  percent: number | null,
  reason: "few_sales" | "old_prices" | null,
) => ({
  verdict: {
    kind,
    reason,
    price: 820,
    plausible_from: 300,
    percent,
    sales: 36,
    days: 90,
    lowest_since: null,
    against: { offers_median: 1_050, sold_median_30d: null, sold_median_90d: 1_000, lowest_ever: 820 },
  },
});

const ended = (outcome: "items" | "queued" | "error", complete: boolean, error_kind: "blocked" | null = null) => ({
  last_crawl: { finished_at: at, outcome, error_kind, complete },
});

/** The cells of a line. */
const row = (line: string): readonly string[] => line.split(" | ");

const BOOKMARKS = [
  row("ID | STATUS | TITLE | TAGS | CREATED AT | ERROR | GONE SINCE | READ TO | URL"),
  row(`b-1 | done | A page | tea, birds | ${at} | - | 2026-05-12 | 42 % | https://pages.example/1`),
];
const STOCKS = [
  row("ID | PROVIDER | STATUS | TITLE | AUTHOR | TAGS | CREATED AT | ERROR | URL"),
  row(`s-1 | speakerdeck | failed | - | - | tea, birds | ${at} | not_found | https://speakerdeck.com/alice/birds`),
];
const BOOKS = [
  row("ISBN | TITLE | SUBTITLE | AUTHORS | PUBLISHED | JOBS | FIRST SEEN AT | URL"),
  row(`9780520283602 | Birds | - | A. Author, B. Author | 2022 | birds | ${at} | ${book.info_link}`),
];
const ALARMS = [
  row("NAME | STATE | SINCE | IMPACT | RUNBOOK"),
  row(`api-5xx | alarm | ${at} | Requests fail. | ${alarm.runbook}`),
];

const BELOW_MEDIAN = "18% below the 90-day median (36 sales)";
const ABOVE_MEDIAN = "10% above the 90-day median (36 sales)";
const productRow = (line: string) => row(line.replace(/^\S+/, "$& | Product $&"));

/** The list without pages, which --json prints as well. */
type Printed = Readonly<Record<string, readonly unknown[]>>;

it.each<[command: string, request: string, printed: Printed, rows: readonly (readonly string[])[]]>([
  ["bookmark ls --status done", "/v1/bookmarks?limit=100&status=done", { bookmarks: [bookmark] }, BOOKMARKS],
  [
    "bookmark ls --q birds --tag a --tag b --sort title",
    `/v1/bookmarks?limit=100&q=birds&tag=a&tag=b&sort=title&tz=${ZONE}`,
    { bookmarks: [bookmark] },
    BOOKMARKS,
  ],
  ["stock ls", "/v1/stocks?limit=100", { stocks: [stock] }, STOCKS],
  [
    "stock ls --q birds --provider speakerdeck --status ready --tag a",
    `/v1/stocks?limit=100&q=birds&provider=speakerdeck&status=ready&tag=a&tz=${ZONE}`,
    { stocks: [stock] },
    STOCKS,
  ],
  ["book ls --job birds --q tea", `/v1/books?limit=100&job=birds&q=tea&tz=${ZONE}`, { books: [book] }, BOOKS],
  [
    "failed-job ls",
    "/v1/failed-jobs?limit=100",
    { failed_jobs: [failedJob] },
    [
      row("ID | BOOKMARK | JOB | RETRYABLE | FAILED AT | CODE | ERROR | URL"),
      row(`fj-1 | b-1 | extraction | yes | ${at} | timeout | ${failedJob.error_message} | https://pages.example/1`),
    ],
  ],
  [
    "mention ls --status verified --kind page --hidden",
    "/v1/mentions?limit=100&status=verified&kind=page&hidden=true",
    { mentions: [mention] },
    [
      row("ID | SOURCE | TARGET | KIND | STATUS | HIDDEN | FIRST SEEN AT | LAST VERIFIED AT | TITLE"),
      row(`m-1 | ${mention.source} | ${mention.target} | page | verified | yes | ${at} | - | Bob's [31m page`),
    ],
  ],
  [
    "notice ls",
    "/v1/notices?limit=100",
    { notices: [notice] },
    [row("CREATED AT | KIND | TITLE | URL"), row(`${at} | price | Camera: ¥900 | https://jp.mercari.com/item/m1`)],
  ],
  [
    "job ls",
    "/v1/jobs?limit=100",
    { jobs: [job, stuck] },
    [
      row("NAME | ENABLED | SCHEDULE | DUE | LAST RUN | STOP REASON | EXHAUSTED | STUCK | MORE RESULTS"),
      row(`go-books | yes | daily | ${at} | ${at} | max_per_run | no | no | -`),
      row(`stuck | no | - | - | ${at} | (under way) | no | yes | 350: job cursor reset stuck`),
    ],
  ],
  [
    "job runs birds",
    "/v1/jobs/birds/runs?limit=100",
    { runs: [failedRun] },
    [
      row("ID | KIND | STARTED | FINISHED | REQUESTS | COLLECTED | STORED | STOP REASON | START INDEX | ERROR"),
      row(`r-1 | collect | ${at} | 2026-11-20T01:00:04.000Z | 2 | 80 | 77 | error | 80 | no_api_key`),
    ],
  ],
  [
    "product ls",
    "/v1/products?limit=100",
    {
      products: [
        productOf(
          "p-5",
          { ...ended("items", true), ...judged("good", -18, null) },
          { keyword: "カメラ", min_price: 300, max_price: 9_999_999 },
        ),
        productOf("p-4", { ...ended("items", false), ...judged("dear", 10, null) }, { min_price: 300, enabled: false }),
        productOf(
          "p-3",
          { ...ended("queued", false), ...judged("unknown", null, "few_sales"), next_crawl_at: at },
          { max_price: 5_000 },
        ),
        productOf("p-2", { ...ended("error", false, "blocked"), ...judged("unknown", -18, "old_prices") }),
        productOf("p-1", { crawl: null }),
      ],
    },
    [
      row("ID | NAME | CHEAPEST | VERDICT | KEYWORD | BOUNDS | ENABLED | LAST CRAWL | OUTCOME | NEXT CRAWL"),
      productRow(`p-5 | 820 | good, ${BELOW_MEDIAN} | カメラ | 300 to 9999999 | yes | ${at} | items | -`),
      productRow(`p-4 | 820 | dear, ${ABOVE_MEDIAN} | camera | from 300 | no | ${at} | items, incomplete | -`),
      productRow(`p-3 | 820 | unknown, only 36 sold in 90 days | camera | up to 5000 | yes | ${at} | queued | ${at}`),
      productRow(`p-2 | 820 | unknown, old prices, ${BELOW_MEDIAN} | camera | - | yes | ${at} | blocked | -`),
      productRow("p-1 | - | - | - | - | - | - | - | -"),
    ],
  ],
])("%s is a table, and the API's JSON with --json", async (command, request, printed, rows) => {
  api.answers[`GET ${request}`] = answered({ ...printed, next_cursor: null });
  const { code, stdout, stderr } = await api.run(...command.split(" "));
  expect({ code, stderr, rows: cells(stdout) }).toEqual({ code: 0, stderr: "", rows });
  const json = await api.run(...command.split(" "), "--json");
  expect(json.stdout).toBe(`${JSON.stringify({ ...printed, next_cursor: null })}\n`);
  expect(api.requests[0]?.headers.authorization).toBe("Bearer token-of-alice");
});

it.each<[command: string, request: string, body: object, printed: Printed, rows: readonly (readonly string[])[]]>([
  [
    "recommendation ls",
    "/v1/recommendations?include=count.clicks%2Ccount.subscribers&page=1&limit=100",
    { recommendations: [recommendation], meta: { pagination: { next: null } } },
    { recommendations: [recommendation] },
    [
      row("ID | TITLE | CLICKS | SUBSCRIBERS | ONE-CLICK | CREATED AT | URL"),
      row(`r-1 | Bob | 12 | 3 | yes | ${at} | https://bob.example/`),
    ],
  ],
  [
    "alarm ls",
    "/v1/ops/alarms",
    { alarms: [alarm, quiet] },
    { alarms: [alarm, quiet] },
    [...ALARMS, row(`books-due-silent | ok | ${at} | Requests fail. | ${alarm.runbook}`)],
  ],
  ["alarm ls --ringing", "/v1/ops/alarms", { alarms: [alarm, quiet] }, { alarms: [alarm] }, ALARMS],
  [
    "job cursor ls go",
    "/v1/jobs/go/cursors",
    { cursors: [cursorOf("a".repeat(64)), cursorOf("b".repeat(64), exhausted)] },
    { cursors: [cursorOf("a".repeat(64)), cursorOf("b".repeat(64), exhausted)] },
    [
      row("QUERY SET | START INDEX | EXHAUSTED | BY | LAST TOTAL | TOTAL BEYOND | LAST UPDATED"),
      row(`${"a".repeat(16)} | 40 | no | - | 1000 | - | 2026-11-20T01:00:04.000Z`),
      row(`${"b".repeat(16)} | 130 | yes | total | 130 | 1200 | 2026-11-20T01:00:04.000Z`),
    ],
  ],
])("%s is a table of all, and JSON with --json", async (command, request, body, printed, rows) => {
  api.answers[`GET ${request}`] = answered(body);
  expect(cells((await api.run(...command.split(" "))).stdout)).toEqual(rows);
  expect((await api.run(...command.split(" "), "--json")).stdout).toBe(`${JSON.stringify(printed)}\n`);
});

it.each([
  [null, "-"],
  [119.4, "119 s"],
  [120, "2 min"],
  [7_199, "120 min"],
  [7_200, "2 h"],
  [172_799, "48 h"],
  [172_800, "2 d"],
])("queue ls shows that the oldest message waits for %s s as %s", async (oldest_age_seconds, shown) => {
  api.answers["GET /v1/ops/queues"] = answered({ queues: [{ ...queue, oldest_age_seconds }] });
  expect(cells((await api.run("queue", "ls")).stdout)).toEqual([
    ["NAME", "DEPTH", "IN FLIGHT", "DEAD LETTERS", "OLDEST"],
    ["oembed-fetch", "0", "1", "2", shown],
  ]);
});

describe("a list", () => {
  it("goes through all pages, empty ones too", async () => {
    const list = `GET /v1/bookmarks?limit=100&q=tea&tz=${ZONE}`;
    api.answers[list] = answered({ bookmarks: [bookmark], next_cursor: "two" });
    api.answers[`${list}&cursor=two`] = answered({ bookmarks: [], next_cursor: "three" });
    api.answers[`${list}&cursor=three`] = answered({ bookmarks: [bookmark], next_cursor: null });
    const { stdout } = await api.run("--json", "bookmark", "ls", "--q", "tea");
    expect(stdout).toBe(`${JSON.stringify({ bookmarks: [bookmark, bookmark], next_cursor: null })}\n`);
  });

  it("reads no page after --limit", async () => {
    api.answers["GET /v1/notices?limit=100"] = answered({ notices: [notice, notice], next_cursor: "next" });
    expect(cells((await api.run("notice", "ls", "--limit", "1")).stdout)).toHaveLength(2);
    expect(api.requests).toHaveLength(1);
    for (const limit of ["0", "1.5", "many", "1000000000"])
      expect((await api.run("notice", "ls", "--limit", limit)).code).toBe(2);
  });

  it.each([
    ["--retryable", "true"],
    ["--no-retryable", "false"],
  ])("of failed jobs has with %s those with retryable=%s", async (option, value) => {
    api.answers[`GET /v1/failed-jobs?limit=100&retryable=${value}`] = answered({ failed_jobs: [], next_cursor: null });
    expect((await api.run("failed-job", "ls", option)).code).toBe(0);
  });

  it.each([
    "bookmark ls --status new",
    "stock ls --provider flickr",
    "mention ls --status spam",
    "mention ls --kind x",
  ])("takes no other value: %s", async (command) => {
    expect((await api.run(...command.split(" "))).code).toBe(2);
    expect(api.requests).toEqual([]);
  });
});
