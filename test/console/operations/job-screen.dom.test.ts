// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobCursor } from "../../../client/index.ts";
import { does, leaveFor, pass, press, settled } from "../dom/acts.ts";
import { paged } from "../dom/answering-api.ts";
import { links } from "../dom/contents.ts";
import {
  ago,
  cellLabels,
  cells,
  changeJob,
  GOOGLE_OPTIONS,
  job,
  jobApi,
  openJob,
  run,
} from "../dom/operations-page.ts";
import { button, classes, dialog, referred, texts } from "../dom/shown.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const TEA = "GET /v1/jobs/tea";
const RUNS = `${TEA}/runs`;
const CURSORS = `${TEA}/cursors`;
const RUNNING = run({ status: "running", finished_at: null });

describe("the screen of a job", () => {
  const cursor = (fields: Partial<JobCursor> = {}): JobCursor => ({
    query_set_hash: "present",
    start_index: 1_200,
    is_exhausted: false,
    exhausted_by: null,
    last_total_items: 2_400,
    total_beyond: null,
    last_updated_at: ago(61),
    ...fields,
  });

  it("has its settings, those of Google Books where they are not Google's own", async () => {
    await openJob(jobApi(job({ max_per_run: 1_000, due_at: ago(1) })));
    expect([texts("h1"), texts("h2")]).toEqual([["tea"], ["Settings", "Cursors", "Runs"]]);
    expect(links("main")[0]).toEqual(["All jobs", "/app/operations/jobs"]);
    expect(referred(document.querySelector(".job"), "aria-labelledby")).toBe("Settings");
    expect([texts("dt"), texts("dd")]).toEqual([
      ["Queries", "Books per run, at most"],
      ["green teaoolong", "1,000"],
    ]);
    expect(texts(".job > p")).toEqual(["Every day", "It has not run yet.", "The next run is due."]);
    expect(classes(".job p")[1]).toBe("quiet");
    await openJob(jobApi(job()));
    expect(texts(".job > p")).toEqual(["Every day", "It has not run yet."]);
    await openJob(jobApi(job({ google_books: GOOGLE_OPTIONS, last_run: run({ stop_reason: "error" }) })));
    expect(texts("dd").slice(2)).toEqual(["ja", "JP", "Newest first", "Books and magazines", "All pages to read"]);
    expect(texts("dt").slice(2)).toEqual(["Language", "Country", "Order", "Kind", "Availability"]);
    expect(classes(".job p")[1]).toBe("failure");
  });

  it("has a position for each set of queries", async () => {
    const cursors = [
      cursor(),
      cursor({ query_set_hash: "0123456789", is_exhausted: true, last_total_items: null }),
      cursor({ query_set_hash: "b", is_exhausted: true, exhausted_by: "empty" }),
      cursor({ query_set_hash: "c", is_exhausted: true, exhausted_by: "total" }),
    ];
    await openJob(jobApi(job(), [], cursors));
    expect(texts(".cursors caption")).toEqual(["One position for each set of queries the job has had"]);
    expect(texts(".cursors thead th")).toEqual(["Queries", "Position", "Results at Google", "State", "Updated"]);
    expect(cellLabels("cursors")).toEqual(texts(".cursors thead th").slice(1));
    expect(cells("cursors")).toEqual([
      ["Current queries", "1,200", "2,400", "More to come", "1 hour ago"],
      ["Earlier queries (01234567)", "1,200", "–", "Exhausted", "1 hour ago"],
      ["Earlier queries (b)", "1,200", "2,400", "Exhausted: a page was empty", "1 hour ago"],
      ["Earlier queries (c)", "1,200", "2,400", "Exhausted: Google's total is reached", "1 hour ago"],
    ]);
    expect(document.querySelector(".wide")?.getAttribute("aria-label")).toBe(texts("caption")[0]);
    await openJob(jobApi(job()));
    expect(texts(".sections > section:nth-child(2) .empty")).toEqual([
      "No cursor: the next run starts at the first result.",
    ]);
  });

  it("has its runs with their requests, page by page", async () => {
    const requests = [0, 40].map((start_index) => ({ start_index, max_results: 40 }));
    const api = jobApi(job()).answer(
      RUNS,
      paged(
        "runs",
        [run({ requests, start_index: 1_200 })],
        [run({ id: "r2", kind: "check_for_new", stop_reason: "error", requests: [] })],
        [run({ id: "r3", finished_at: null })],
      ),
    );
    await openJob(api);
    expect(texts(".sections > section:last-child p[role=status]")).toEqual(["1 run, more below"]);
    await press("Show more");
    await press("Show more");
    expect(texts(".sections > section:last-child p[role=status]")).toEqual(["3 runs"]);
    expect(api.queries(RUNS)).toEqual(["", "cursor=1", "cursor=2"]);
    expect(texts(".runs caption")).toEqual(["The runs, newest first"]);
    expect(texts(".runs thead th")).toEqual(["Started", "Result", "Kind", "Position", "Requests"]);
    expect(cellLabels("runs")).toEqual(texts(".runs thead th").slice(1));
    expect(cells("runs").map((row) => row.slice(1))).toEqual([
      [expect.stringMatching(/^40 collected/), "Collects", "1,200", "21 to 4041 to 80"],
      ["Failed. ", "Checks for new books", "0", "0"],
      ["Running", "Collects", "0", "11 to 40"],
    ]);
    expect(texts(".runs .failure")).toEqual(["Failed."]);
    expect(document.querySelector(".wide")?.getAttribute("aria-label")).toBe("The runs, newest first");
    await openJob(jobApi(job()));
    expect(texts(".empty")[1]).toBe("No runs yet.");
  });

  it("is read again, with its runs and cursors when a run goes on, and says what can't be read", async () => {
    const api = jobApi(job());
    const asked = () => [TEA, CURSORS, RUNS].map((each) => api.asked(each).length);
    await openJob(api);
    for (const [last, seconds, times] of [
      [{ ...RUNNING, collected: 0 }, 30, [2, 2, 2]],
      [{ ...RUNNING, collected: 0 }, 3, [3, 2, 2]],
      [RUNNING, 3, [4, 3, 3]],
      [run(), 3, [5, 4, 4]],
    ] as const) {
      changeJob(api, job({ last_run: last }));
      await pass(seconds);
      await act(settled);
      expect(asked()).toEqual(times);
    }
    await openJob(jobApi(job()).refuse(TEA, "no_job"));
    expect([texts("main .failure"), texts("h2")]).toEqual([["Magpie refused this: because of no_job Try again"], []]);
  });

  it("gives way to the list when the job is deleted", async () => {
    await openJob(jobApi(job()).answer("DELETE /v1/jobs/tea", () => undefined));
    expect(button("Delete").hasAttribute("aria-describedby")).toBe(false);
    const before = history.length;
    await press("Delete");
    await press("Delete", dialog());
    expect([location.pathname, history.length]).toEqual(["/app/operations/jobs", before]);
  });

  it("leads nowhere when the person has left its screen before the job is deleted", async () => {
    const api = jobApi(job()).answer("DELETE /v1/jobs/tea", () => undefined);
    await openJob(api);
    const go = api.hold("DELETE /v1/jobs/tea");
    await press("Delete");
    await press("Delete", dialog());
    await leaveFor("/app/books");
    await does(go);
    expect(location.pathname).toBe("/app/books");
  });
});
