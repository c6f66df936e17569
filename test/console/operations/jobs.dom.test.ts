// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Job, JobCursor, Run } from "../../../client/index.ts";
import type { AnsweringApi } from "../dom/answering-api.ts";
import {
  ago,
  cellLabels,
  cells,
  JOBS,
  job,
  openJob,
  openOperations,
  operationsApi,
  paged,
  pass,
  queries,
  run,
} from "../dom/operations-page.ts";
import {
  article,
  button,
  dialog,
  failed,
  focused,
  hasButton,
  press,
  referred,
  settled,
  texts,
  told,
} from "../dom/page.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const TEA = "GET /v1/jobs/tea";
const RUN = "POST /v1/jobs/tea/run";
const RUNS = `${TEA}/runs`;
const CURSORS = `${TEA}/cursors`;
const RUNNING = run({ status: "running", finished_at: null });
const headings = () => texts("article h3");

/** The API with one job, which its list and its screen show, and with what belongs to it. */
function apiOf(shown: Job, runs: readonly Run[] = [], cursors: readonly JobCursor[] = []): AnsweringApi {
  return operationsApi({ jobs: [shown] })
    .answer(TEA, shown)
    .answer(RUNS, { runs, next_cursor: null })
    .answer(CURSORS, { cursors });
}
/** The job is another one from now on. */
function becomes(api: AnsweringApi, shown: Job): void {
  api.answer(JOBS, { jobs: [shown], next_cursor: null }).answer(TEA, shown);
}
const list = async (...jobs: readonly Job[]) => openOperations(operationsApi({ jobs }), "/jobs");

describe("a job in the list", () => {
  it("leads to its screen, and says what it searches for", async () => {
    await list(job());
    const item = article("tea");
    expect([referred(item, "aria-labelledby"), item.querySelector("h3 a")?.getAttribute("href")]).toEqual([
      "tea",
      "/app/operations/jobs/tea",
    ]);
    expect(texts("article p")).toEqual(["Every day", "Queries: green tea · oolong", "It has not run yet."]);
    expect(texts("article button")).toEqual(["Run now", "Reset cursor", "Edit", "Delete"]);
    for (const each of item.querySelectorAll("button")) expect(referred(each, "aria-describedby")).toBe("tea");
    expect(document.querySelector("ul.items")?.getAttribute("aria-label")).toBe("Jobs");
  });

  it.each<[readonly string[], Partial<Job>]>([
    [
      [
        "Running good",
        "Stuck: three runs in a row have failed bad",
        "Search exhausted warn",
        "Every day",
        "Makes notices",
      ],
      { last_run: RUNNING, is_stuck: true, is_exhausted: true, notify: true },
    ],
    [["Only on request"], { schedule: null, enabled: false, last_run: run() }],
    [["Every week", "Schedule switched off warn"], { schedule: "weekly", enabled: false }],
  ])("has the chips %s", async (chips, fields) => {
    await list(job(fields));
    const shown = Array.from(document.querySelectorAll(".chip"), ({ className, textContent }) =>
      className.replace("chip", textContent),
    );
    expect(shown).toEqual(chips);
  });

  const COLLECTED = "Last run 1 hour ago: Collected 40, new books 1,200.";
  const failedBy = (code: string) => run({ stop_reason: "error", error: { code, message: "Its own words." } });
  it.each<[string, string, Run | null]>([
    ["It has not run yet.", "quiet", null],
    ["A run has begun 1 hour ago. Collected so far: 40, new books: 1,200.", "quiet", RUNNING],
    [`${COLLECTED} It stopped at the limit of a run; the next run continues.`, "quiet", run()],
    [`${COLLECTED} It made no request.`, "quiet", run({ stop_reason: null })],
    [
      "Last run 1 hour ago: Failed. Google refused the request. Check the project of the API key.",
      "failure",
      failedBy("google_forbidden"),
    ],
    ["Last run 1 hour ago: Failed. Its own words.", "failure", failedBy("toString")],
    ["Last run 1 hour ago: Failed. ", "failure", run({ stop_reason: "error" })],
  ])("says how it last ran: %s", async (words, kind, last) => {
    await list(job({ last_run: last }));
    const shown = article("tea").querySelectorAll("p")[2];
    expect([shown?.textContent, shown?.className]).toEqual([words, kind]);
  });

  it.each([
    "name_not_resolved",
    "network",
    "timeout",
    "request_timeout",
    "too_early",
    "rate_limited",
    "upstream_error",
  ])("says that %s has lasted for all attempts", async (code) => {
    await list(job({ last_run: failedBy(code) }));
    expect(texts("article .failure")).toEqual([
      "Last run 1 hour ago: Failed. Google Books failed at every attempt. The cursor is kept, and the next run continues.",
    ]);
  });

  it.each<[string | undefined, Partial<Job>]>([
    [undefined, {}],
    [undefined, { due_at: ago(-61), enabled: false }],
    ["Next run in 1 hour.", { due_at: ago(-61) }],
    ["The next run is due.", { due_at: ago(1) }],
    ["Next run in 1 hour.", { due_at: ago(-61), next_check_at: ago(1) }],
    ["Next run in 1 hour. It looks for new publications in 2 hours.", { due_at: ago(-61), next_check_at: ago(-121) }],
  ])("says when it runs next: “%s”", async (words, fields) => {
    await list(job(fields));
    expect(texts("article p")[3]).toBe(words);
  });
});

describe("the list of jobs", () => {
  it("comes page by page, again every half minute, and every three seconds while one runs", async () => {
    const api = operationsApi().answer(JOBS, paged("jobs", job({ name: "a" }), job({ name: "b" })));
    await openOperations(api, "/jobs");
    expect([texts("main p[role=status]"), button("New job").className]).toEqual([
      ["1 shown, and there are more"],
      "primary",
    ]);
    await press("Show more");
    expect([headings(), queries(api, JOBS), texts("main p[role=status]")]).toEqual([
      ["a", "b"],
      ["", "cursor=1"],
      ["2 shown"],
    ]);
    api.answer(JOBS, paged("jobs", job({ name: "a" }), job({ name: "b", last_run: run({ status: "running" }) })));
    await pass(29);
    expect(api.asked(JOBS).length).toBe(2);
    await pass(1);
    expect(api.asked(JOBS).length).toBe(4);
    await pass(3);
    expect(api.asked(JOBS).length).toBe(6);
    await list();
    expect(texts(".empty")[0]).toMatch(/^There is no job yet\. A job collects/);
  });
});

describe("a job's run by a person", () => {
  const busy = () => button("Run now").getAttribute("aria-disabled");

  it("is followed to its end, which is told", async () => {
    const api = apiOf(job({ is_exhausted: true })).answer(RUN, { run_id: "r1" });
    await openOperations(api, "/jobs");
    expect([busy(), document.querySelector("progress")]).toEqual(["false", null]);
    becomes(api, job({ last_run: RUNNING }));
    await press("Run now");
    expect([told(), busy(), document.querySelector("progress")?.getAttribute("aria-label")]).toEqual([
      "tea is running.",
      "true",
      "Run of tea",
    ]);
    await press("Run now");
    expect(api.asked(RUN).map(({ body }) => body)).toEqual([undefined]);
    // Another run has ended, not this one.
    becomes(api, job({ last_run: run({ id: "r0" }) }));
    await pass(2);
    expect(busy()).toBe("true");
    becomes(api, job({ last_run: run() }));
    await pass(2);
    expect([told(), busy(), document.querySelector("progress")]).toEqual([
      "tea: Collected 40, new books 1,200. It stopped at the limit of a run; the next run continues.",
      "false",
      null,
    ]);
  });

  it("checks for new books once the search is exhausted, and tells that it failed", async () => {
    const api = apiOf(job({ is_exhausted: true })).answer(RUN, { run_id: "r1" });
    await openOperations(api, "/jobs");
    const failing = run({ stop_reason: "error", error: { code: "timeout", message: "" } });
    becomes(api, job({ last_run: failing }));
    await press("Check for new books");
    await act(settled);
    expect(api.asked(RUN).map(({ body }) => body)).toEqual([{ kind: "check_for_new" }]);
    expect([failed(), told()]).toEqual([expect.stringMatching(/^tea: Failed\. Google Books failed/), ""]);
    expect(hasButton("Check for new books")).toBe(false);
  });

  it("that is in progress is followed instead", async () => {
    const api = apiOf(job()).refuse(RUN, "run_in_progress");
    await openOperations(api, "/jobs");
    becomes(api, job({ last_run: RUNNING }));
    await press("Run now");
    await act(settled);
    expect([told(), busy(), failed()]).toEqual(["tea is running already; its end is told here.", "true", null]);
    becomes(api, job({ last_run: run() }));
    await pass(2);
    expect(told()).toMatch(/^tea: Collected 40/);
  });

  it("says why it can't begin", async () => {
    const api = apiOf(job()).refuse(RUN, "no");
    await openOperations(api, "/jobs");
    await press("Run now");
    expect([failed(), busy()]).toEqual(["Magpie refused this: because of no", "false"]);
    await pass(4);
    expect(api.asked(JOBS).length).toBe(1);
  });
});

describe("a job is", () => {
  it.each<[number, string]>([
    [0, "Reset 0 cursors: the job has none yet."],
    [1, "Reset 1 cursor: the next run begins at the first result."],
  ])("reset after a question: %s cursors", async (reset, says) => {
    const api = apiOf(job()).answer("DELETE /v1/jobs/tea/cursors", { reset });
    await openOperations(api, "/jobs");
    await press("Reset cursor");
    expect([texts("dialog h2"), texts("dialog p")[0]]).toEqual([
      ["Reset the cursor of tea?"],
      expect.stringMatching(/^The next run begins at the first result again\. Books that were collected stay/),
    ]);
    await press("Cancel", dialog());
    expect([document.querySelector("dialog"), api.asked("DELETE /v1/jobs/tea/cursors")]).toEqual([null, []]);
    await press("Reset cursor");
    await press("Begin again", dialog());
    expect([told(), api.asked(JOBS).length]).toEqual([says, 2]);
  });

  it("deleted after a question, and the focus goes on", async () => {
    const api = operationsApi({ jobs: [job(), job({ name: "milk" })] });
    await openOperations(api, "/jobs");
    await press("Delete", article("tea"));
    expect([texts("dialog h2"), texts("dialog p")[0]]).toEqual([
      ["Delete tea?"],
      expect.stringMatching(/^The job, its cursors and its runs are deleted; this can't be undone\. The books stay\.$/),
    ]);
    await press("Cancel", dialog());
    expect([document.querySelector("dialog"), headings()]).toEqual([null, ["tea", "milk"]]);
    api.answer("DELETE /v1/jobs/tea", () => void becomes(api, job({ name: "milk" })));
    await press("Delete", article("tea"));
    await press("Delete", dialog());
    await act(settled);
    expect([told(), headings(), focused()]).toEqual(["Deleted: tea", ["milk"], "milk"]);
  });
});

describe("the screen of a job", () => {
  const cursor = (fields: Partial<JobCursor> = {}): JobCursor => ({
    query_set_hash: "present",
    start_index: 1_200,
    is_exhausted: false,
    exhausted_by: null,
    last_total_items: 2_400,
    last_updated_at: ago(61),
    ...fields,
  });

  it("has its settings, those of Google Books where they are not Google's own", async () => {
    await openJob(apiOf(job({ max_per_run: 1_000, due_at: ago(1) })));
    expect([texts("h1"), texts("h2")]).toEqual([["tea"], ["Settings", "Cursors", "Runs"]]);
    const [back] = Array.from(document.querySelectorAll("main a"));
    expect([back?.textContent, back?.getAttribute("href")]).toEqual(["All jobs", "/app/operations/jobs"]);
    expect(referred(document.querySelector(".job"), "aria-labelledby")).toBe("Settings");
    expect([texts("dt"), texts("dd")]).toEqual([
      ["Queries", "Books per run, at most"],
      ["green teaoolong", "1,000"],
    ]);
    expect(texts(".job > p")).toEqual(["Every day", "It has not run yet.", "The next run is due."]);
    const options = {
      lang_restrict: "ja",
      order_by: "newest",
      print_type: "all",
      filter: "full",
      country: "JP",
    } as const;
    await openJob(apiOf(job({ google_books: options, last_run: run({ stop_reason: "error" }) })));
    expect(texts("dd").slice(2)).toEqual(["ja", "JP", "Newest first", "Books and magazines", "All pages to read"]);
    expect([texts("dt").slice(2), document.querySelectorAll(".job p")[1]?.className]).toEqual([
      ["Language", "Country", "Order", "Kind", "Availability"],
      "failure",
    ]);
  });

  it("has a position for each set of queries", async () => {
    const cursors = [
      cursor(),
      cursor({ query_set_hash: "0123456789", is_exhausted: true, last_total_items: null }),
      cursor({ query_set_hash: "b", is_exhausted: true, exhausted_by: "empty" }),
      cursor({ query_set_hash: "c", is_exhausted: true, exhausted_by: "total" }),
    ];
    await openJob(apiOf(job(), [], cursors));
    expect([texts(".cursors caption"), texts(".cursors thead th")]).toEqual([
      ["A position for each set of queries that the job has had"],
      ["Queries", "Position", "Results at Google", "State", "Updated"],
    ]);
    expect(cellLabels("cursors")).toEqual(texts(".cursors thead th").slice(1));
    expect(cells("cursors")).toEqual([
      ["Current queries", "1,200", "2,400", "More to come", "1 hour ago"],
      ["Earlier queries (01234567)", "1,200", "–", "Exhausted", "1 hour ago"],
      ["Earlier queries (b)", "1,200", "2,400", "Exhausted: a page was empty", "1 hour ago"],
      ["Earlier queries (c)", "1,200", "2,400", "Exhausted: Google's total is reached", "1 hour ago"],
    ]);
    expect(document.querySelector(".wide")?.getAttribute("aria-label")).toBe(texts("caption")[0]);
    await openJob(apiOf(job()));
    expect(texts(".job-sections > section:nth-child(2) .empty")).toEqual([
      "There is no cursor: the next run begins at the first result.",
    ]);
  });

  it("has its runs with their requests, page by page", async () => {
    const requests = [
      { start_index: 0, max_results: 40 },
      { start_index: 40, max_results: 40 },
    ];
    const api = apiOf(job()).answer(
      RUNS,
      paged(
        "runs",
        run({ requests, start_index: 1_200 }),
        run({ id: "r2", kind: "check_for_new", stop_reason: "error", requests: [] }),
        run({ id: "r3", finished_at: null }),
      ),
    );
    await openJob(api);
    expect(texts(".job-sections > section:last-child p[role=status]")).toEqual(["1 shown, and there are more"]);
    await press("Show more");
    await press("Show more");
    expect([texts(".job-sections > section:last-child p[role=status]"), queries(api, RUNS)]).toEqual([
      ["3 shown"],
      ["", "cursor=1", "cursor=2"],
    ]);
    expect([texts(".runs caption"), texts(".runs thead th")]).toEqual([
      ["The runs, newest first"],
      ["Begun", "Result", "Kind", "Position", "Requests"],
    ]);
    expect(cellLabels("runs")).toEqual(texts(".runs thead th").slice(1));
    expect(cells("runs").map((row) => row.slice(1))).toEqual([
      [expect.stringMatching(/^Collected 40/), "Collects", "1,200", "21 to 4041 to 80"],
      ["Failed. ", "Checks for new books", "0", "0"],
      ["Running", "Collects", "0", "11 to 40"],
    ]);
    expect(Array.from(document.querySelectorAll(".runs td:nth-child(2)"), ({ className }) => className)).toEqual([
      "",
      "failure",
      "",
    ]);
    expect(document.querySelector(".wide")?.getAttribute("aria-label")).toBe("The runs, newest first");
    await openJob(apiOf(job()));
    expect(texts(".empty")[1]).toBe("There has been no run yet.");
  });

  it("is read again, with its runs and cursors when a run goes on, and says what can't be read", async () => {
    const api = apiOf(job());
    const asked = () => [TEA, CURSORS, RUNS].map((each) => api.asked(each).length);
    await openJob(api);
    becomes(api, job({ last_run: { ...RUNNING, collected: 0 } }));
    await pass(30);
    await act(settled);
    expect(asked()).toEqual([2, 2, 2]);
    await pass(3);
    expect(asked()).toEqual([3, 2, 2]);
    becomes(api, job({ last_run: RUNNING }));
    await pass(3);
    await act(settled);
    expect(asked()).toEqual([4, 3, 3]);
    becomes(api, job({ last_run: run() }));
    await pass(3);
    await act(settled);
    expect(asked()).toEqual([5, 4, 4]);
    await openJob(apiOf(job()).refuse(TEA, "no_job"));
    expect([texts("main .failure"), texts("h2")]).toEqual([["Magpie refused this: because of no_job Try again"], []]);
  });

  it("gives way to the list when the job is deleted", async () => {
    await openJob(apiOf(job()).answer("DELETE /v1/jobs/tea", () => undefined));
    expect(button("Delete").hasAttribute("aria-describedby")).toBe(false);
    const before = history.length;
    await press("Delete");
    await press("Delete", dialog());
    expect([location.pathname, history.length]).toEqual(["/app/operations/jobs", before]);
  });
});
