// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Job, Run } from "../../../client/index.ts";
import { lastRunWords, nextRunWords } from "../../../console/operations/jobs/job-words.ts";
import { does, pass, press, settled } from "../dom/acts.ts";
import { paged } from "../dom/answering-api.ts";
import { ago, changeJob, JOBS, job, jobApi, openOperations, operationsApi, run } from "../dom/operations-page.ts";
import { article, button, classes, dialog, failed, focused, hasButton, referred, texts, told } from "../dom/shown.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const RUN = "POST /v1/jobs/tea/run";
const RUNNING = run({ status: "running", finished_at: null });
const headings = () => texts("article h3");

const list = async (...jobs: readonly Job[]) => openOperations(operationsApi({ jobs }), "/jobs");

describe("a job in the list", () => {
  it("leads to its screen, and says what it searches for", async () => {
    await list(job());
    const item = article("tea");
    expect(referred(item, "aria-labelledby")).toBe("tea");
    expect(item.querySelector("h3 a")?.getAttribute("href")).toBe("/app/operations/jobs/tea");
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
        "Sends notices",
      ],
      { last_run: RUNNING, is_stuck: true, is_exhausted: true, notify: true },
    ],
    [["Only on request"], { schedule: null, enabled: false, last_run: run() }],
    [["Every week", "Schedule off warn"], { schedule: "weekly", enabled: false }],
  ])("has the chips %s", async (chips, fields) => {
    await list(job(fields));
    const shown = Array.from(document.querySelectorAll(".chip"), ({ className, textContent }) =>
      className.replace("chip", textContent),
    );
    expect(shown).toEqual(chips);
  });

  const COLLECTED = "Last run 1 hour ago. 40 collected, 1,200 new.";
  const failedBy = (code: string) => run({ stop_reason: "error", error: { code, message: "Its own words." } });
  it.each<[string, Run | null]>([
    ["It has not run yet.", null],
    ["A run started 1 hour ago: 40 collected so far, 1,200 new.", RUNNING],
    [`${COLLECTED} It stopped at the limit for one run. The next run continues.`, run()],
    [`${COLLECTED} It made no requests.`, run({ stop_reason: null })],
    [
      "Last run 1 hour ago. Failed. Google refused the request. Check the project of the API key.",
      failedBy("google_forbidden"),
    ],
    ["Last run 1 hour ago. Failed. Its own words.", failedBy("toString")],
    ["Last run 1 hour ago. Failed. ", run({ stop_reason: "error" })],
  ])("says how it last ran: %s", (words, last) => {
    expect(lastRunWords({ last_run: last }, new Date())).toBe(words);
  });

  const LASTING = ["name_not_resolved", "network", "timeout", "request_timeout", "too_early", "rate_limited"];
  it.each([...LASTING, "upstream_error"])("says that %s has lasted for all attempts", (code) => {
    expect(lastRunWords({ last_run: failedBy(code) }, new Date())).toBe(
      "Last run 1 hour ago. Failed. Google Books failed at every attempt. The cursor is kept, and the next run continues.",
    );
  });

  it.each<[string | null, Partial<Job>]>([
    [null, {}],
    [null, { due_at: ago(-61), enabled: false }],
    ["Next run in 1 hour.", { due_at: ago(-61) }],
    ["The next run is due.", { due_at: ago(1) }],
    ["Next run in 1 hour.", { due_at: ago(-61), next_check_at: ago(1) }],
    ["Next run in 1 hour. Next check for new books in 2 hours.", { due_at: ago(-61), next_check_at: ago(-121) }],
  ])("says when it runs next: “%s”", (words, fields) => {
    expect(nextRunWords(job(fields), new Date())).toBe(words);
  });

  it("says both below its queries, a failure as one", async () => {
    await list(job({ last_run: run({ stop_reason: "error" }), due_at: ago(1) }));
    expect(classes("article p").slice(2)).toEqual(["failure", "quiet"]);
    expect(texts("article p").slice(2)).toEqual(["Last run 1 hour ago. Failed.", "The next run is due."]);
  });
});

describe("the list of jobs", () => {
  it("comes page by page, again every half minute, and every three seconds while one runs", async () => {
    const api = operationsApi().answer(JOBS, paged("jobs", [job({ name: "a" })], [job({ name: "b" })]));
    await openOperations(api, "/jobs");
    expect([texts("main p[role=status]"), button("New job").className]).toEqual([["1 job, more below"], "primary"]);
    await press("Show more");
    expect([headings(), api.queries(JOBS)]).toEqual([
      ["a", "b"],
      ["", "cursor=1"],
    ]);
    expect(texts("main p[role=status]")).toEqual(["2 jobs"]);
    api.answer(JOBS, paged("jobs", [job({ name: "a" })], [job({ name: "b", last_run: run({ status: "running" }) })]));
    await pass(29);
    expect(api.asked(JOBS).length).toBe(2);
    await pass(1);
    expect(api.asked(JOBS).length).toBe(4);
    await pass(3);
    expect(api.asked(JOBS).length).toBe(6);
    await list();
    expect(texts(".empty")[0]).toMatch(/^No jobs yet\. A job collects/);
    await press("Create the first job");
    expect(texts("dialog h2")).toEqual(["New job"]);
  });
});

describe("a job's run by a person", () => {
  const busy = () => button("Run now").getAttribute("aria-disabled");

  it("is followed to its end, which is told", async () => {
    const api = jobApi(job({ is_exhausted: true })).answer(RUN, { run_id: "r1" });
    await openOperations(api, "/jobs");
    expect([busy(), document.querySelector("progress")]).toEqual(["false", null]);
    changeJob(api, job({ last_run: RUNNING }));
    await press("Run now");
    expect([told(), busy()]).toEqual(["tea is running.", "true"]);
    expect(document.querySelector("progress")?.getAttribute("aria-label")).toBe("Run of tea");
    await press("Run now");
    expect(api.bodies(RUN)).toEqual([undefined]);
    // Another run has ended, not this one.
    changeJob(api, job({ last_run: run({ id: "r0" }) }));
    await pass(2);
    expect(busy()).toBe("true");
    changeJob(api, job({ last_run: run() }));
    await pass(2);
    expect(told()).toBe("tea: 40 collected, 1,200 new. It stopped at the limit for one run. The next run continues.");
    expect([busy(), document.querySelector("progress")]).toEqual(["false", null]);
  });

  it("checks for new books once the search is exhausted, and tells that it failed", async () => {
    const api = jobApi(job({ is_exhausted: true })).answer(RUN, { run_id: "r1" });
    await openOperations(api, "/jobs");
    const failing = run({ stop_reason: "error", error: { code: "timeout", message: "" } });
    changeJob(api, job({ last_run: failing }));
    await press("Check for new books");
    await act(settled);
    expect(api.bodies(RUN)).toEqual([{ kind: "check_for_new" }]);
    expect([failed(), told()]).toEqual([expect.stringMatching(/^tea: Failed\. Google Books failed/), ""]);
    expect(hasButton("Check for new books")).toBe(false);
  });

  it("that is in progress is followed instead", async () => {
    const api = jobApi(job()).refuse(RUN, "run_in_progress");
    await openOperations(api, "/jobs");
    changeJob(api, job({ last_run: RUNNING }));
    await press("Run now");
    await act(settled);
    expect([told(), busy(), failed()]).toEqual(["tea is already running. Its result will appear here.", "true", null]);
    changeJob(api, job({ last_run: run() }));
    await pass(2);
    expect(told()).toMatch(/^tea: 40 collected/);
  });

  it("is followed to its end on a connection that is slower than it is looked at", async () => {
    const api = jobApi(job()).answer(RUN, { run_id: "r1" });
    await openOperations(api, "/jobs");
    changeJob(api, job({ last_run: RUNNING }));
    await press("Run now");
    changeJob(api, job({ last_run: run() }));
    const answer = api.hold(JOBS);
    await pass(2);
    api.hold(JOBS);
    await pass(2);
    await does(answer);
    expect([told(), busy()]).toEqual([expect.stringMatching(/^tea: 40 collected/), "false"]);
  });

  it("says why it can't begin", async () => {
    const api = jobApi(job()).refuse(RUN, "no");
    await openOperations(api, "/jobs");
    await press("Run now");
    expect([failed(), busy()]).toEqual(["Magpie refused this: because of no", "false"]);
    await pass(4);
    expect(api.asked(JOBS).length).toBe(1);
  });
});

describe("a job is", () => {
  it.each<[number, string]>([
    [0, "There was no cursor to reset."],
    [1, "Reset 1 cursor: the next run starts at the first result."],
  ])("reset after a question: %s cursors", async (reset, says) => {
    const api = jobApi(job()).answer("DELETE /v1/jobs/tea/cursors", { reset });
    await openOperations(api, "/jobs");
    await press("Reset cursor");
    expect([texts("dialog h2"), texts("dialog p")[0]]).toEqual([
      ["Reset the cursor of tea?"],
      expect.stringMatching(/^The next run starts again at the first result\. Collected books stay/),
    ]);
    await press("Cancel", dialog());
    expect([document.querySelector("dialog"), api.asked("DELETE /v1/jobs/tea/cursors")]).toEqual([null, []]);
    await press("Reset cursor");
    await press("Start over", dialog());
    expect([told(), api.asked(JOBS).length]).toEqual([says, 2]);
  });

  it("deleted after a question, and the focus goes on", async () => {
    const api = operationsApi({ jobs: [job(), job({ name: "milk" })] });
    await openOperations(api, "/jobs");
    await press("Delete", article("tea"));
    expect([texts("dialog h2"), texts("dialog p")[0]]).toEqual([
      ["Delete tea?"],
      "The job, its cursors and its runs are deleted. This can't be undone. The books stay.",
    ]);
    await press("Cancel", dialog());
    expect([document.querySelector("dialog"), headings()]).toEqual([null, ["tea", "milk"]]);
    api.answer("DELETE /v1/jobs/tea", () => void changeJob(api, job({ name: "milk" })));
    await press("Delete", article("tea"));
    await press("Delete", dialog());
    await act(settled);
    expect([told(), headings(), focused()]).toEqual(["Deleted: tea", ["milk"], "milk"]);
  });
});
