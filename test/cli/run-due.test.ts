import { beforeEach, describe, expect, it } from "vitest";
import type { Job } from "../../client/answers.ts";
import { TestClock } from "../client/test-clock.ts";
import { done, magpie } from "./command-line.ts";
import { cursorOf, jobOf, runOf } from "./job-answers.ts";
import { problem } from "./stub-api.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();
/** The stub's jobs, their cursors, and the ends of their runs. */
let jobs: Job[];
let cursors: Record<string, ReturnType<typeof cursorOf>[]>;
let ends: Record<string, Partial<ReturnType<typeof runOf>>>;

beforeEach(() => {
  cursors = {};
  ends = {};
  api.answer = ({ method, path }) => {
    const [, , , name = "", part] = path.split("/");
    const job = jobs.find((each) => each.name === name);
    if (path === "/v1/jobs?limit=100") return answered({ jobs, next_cursor: null });
    if (job === undefined) return problem(404, "not_found", "There is no job with this name.");
    if (part === "cursors") return answered({ cursors: cursors[name] ?? [] });
    if (method === "GET") return answered({ ...job, last_run: runOf({ id: `of-${name}`, ...ends[name] }) });
    if (job.last_run?.status === "running") return problem(409, "run_in_progress", "A run of this job is under way.");
    return answered({ run_id: `of-${name}` }, 202);
  };
});

// The test clock shows 03:00.
const DUE = "2026-11-20T03:00:00.000Z";
const LATER = "2026-11-20T03:00:00.001Z";

const run = (...args: string[]) =>
  magpie(api.dataFolder, ["run-due", ...args], undefined, new TestClock({ skipping: true }));
const started = () => api.seen.filter((request) => !request.startsWith("GET"));

describe("run-due", () => {
  it("runs the jobs that are enabled and due, and no others", async () => {
    jobs = [
      jobOf("due", { schedule: "daily", due_at: DUE }),
      jobOf("later", { schedule: "daily", due_at: LATER }),
      jobOf("off", { schedule: "daily", due_at: DUE, enabled: false }),
      jobOf("overdue", { schedule: "hourly", due_at: "2026-11-01T03:00:00.000Z" }),
      jobOf("unscheduled"),
    ];
    ends = { overdue: { stop_reason: "exhausted", requests: [], collected: 0, stored: 0, is_exhausted: true } };
    expect(await run()).toEqual(
      done(
        "JOB      REQUESTS  COLLECTED  STORED  STOP REASON  START INDEX  EXHAUSTED",
        "due             2         80      77  max_per_run           80  no",
        "overdue         0          0       0  exhausted             80  yes",
      ),
    );
    expect(started()).toEqual(["POST /v1/jobs/due/run", "POST /v1/jobs/overdue/run"]);
  });

  it("starts a check for new publications where the schedule would, and nowhere else", async () => {
    const exhausted = { schedule: "daily", due_at: DUE, is_exhausted: true } as const;
    jobs = [
      jobOf("checked", { ...exhausted, next_check_at: DUE }),
      jobOf("too-early", { ...exhausted, next_check_at: LATER }),
      jobOf("unchecked", { ...exhausted, check_for_new: false }),
    ];
    expect(await run("--no-wait")).toMatchObject({ code: 0 });
    const bodies = api.requests.flatMap(({ method, path, body }) => (method === "POST" ? [[path, body]] : []));
    expect(bodies).toEqual([
      ["/v1/jobs/checked/run", '{"kind":"check_for_new"}'],
      ["/v1/jobs/too-early/run", ""],
      ["/v1/jobs/unchecked/run", ""],
    ]);
  });

  it("says that nothing is due", async () => {
    jobs = [jobOf("unscheduled")];
    expect(await run("--json")).toEqual({
      code: 0,
      stdout: '{"runs":[],"skipped":[]}\n',
      stderr: "No job is due.\n",
    });
  });

  it("skips jobs whose run is already in progress, and continues", async () => {
    jobs = [jobOf("busy", { due_at: DUE, last_run: runOf({ status: "running" }) }), jobOf("due", { due_at: DUE })];
    const { code, stdout, stderr } = await run("--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "busy: left out. A run of this job is under way.\n" });
    expect(JSON.parse(stdout)).toEqual({
      runs: [{ job: "due", run_id: "of-due", run: runOf({ id: "of-due" }) }],
      skipped: [{ job: "busy", reason: "run_in_progress" }],
    });
  });

  it.each([401, 403])("ends at a %i, which every further job would get, too", async (status) => {
    jobs = ["one", "two", "three"].map((name) => jobOf(name, { due_at: DUE }));
    const { answer } = api;
    api.answer = (request) =>
      request.path === "/v1/jobs/two/run" ? answered({ message: "No" }, status) : answer(request);
    expect(await run()).toMatchObject({ code: 1, stdout: "" });
    expect(started()).toEqual(["POST /v1/jobs/one/run", "POST /v1/jobs/two/run"]);
  });

  it("exits 1 when a run ends with an error, after all have ended", async () => {
    jobs = [jobOf("bad", { due_at: DUE }), jobOf("good", { due_at: DUE })];
    ends = { bad: { stop_reason: "error", error: { code: "no_api_key", message: "There is no API key." } } };
    const { code, stdout, stderr } = await run();
    expect({ code, stderr }).toEqual({ code: 1, stderr: "magpie: bad: There is no API key.\n" });
    expect(stdout).toContain("good");
  });

  it("only starts them with --no-wait", async () => {
    jobs = [jobOf("due", { due_at: DUE })];
    expect(await run("--no-wait")).toEqual(done("JOB  RUN", "due  of-due"));
    expect(await run("--no-wait", "--json")).toMatchObject({
      stdout: '{"runs":[{"job":"due","run_id":"of-due"}],"skipped":[]}\n',
    });
    expect(api.requests.filter(({ path }) => path === "/v1/jobs/due")).toEqual([]);
  });
});

describe("run-due --dry-run", () => {
  const queries = ["intitle:go"];
  const hash = "0".repeat(64);
  const other = "1".repeat(64);

  it("shows the requests that each due job would make, and runs nothing", async () => {
    jobs = [
      jobOf("begins", { due_at: DUE, max_per_run: 10 }),
      jobOf("busy", { due_at: DUE, last_run: runOf({ status: "running" }) }),
      jobOf("checked", { due_at: DUE, is_exhausted: true, next_check_at: DUE }),
      jobOf("changed", { due_at: DUE }),
      jobOf("ended", { due_at: DUE }),
      jobOf("goes-on", { due_at: DUE, max_per_run: 100 }),
      jobOf("later", { due_at: LATER }),
      jobOf("nothing", { due_at: DUE, max_per_run: 0 }),
    ];
    cursors = {
      checked: [cursorOf(hash, { start_index: 120, is_exhausted: true })],
      changed: [cursorOf(other, { start_index: 400 })],
      ended: [cursorOf(hash, { start_index: 120, is_exhausted: true })],
      "goes-on": [cursorOf(other), cursorOf(hash, { start_index: 80 })],
    };
    const { code, stdout, stderr } = await run("--dry-run");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["JOB", "KIND", "QUERY SET", "START INDEX", "MAX RESULTS", "EXHAUSTED", "UNDER WAY"],
      ["begins", "collect", hash.slice(0, 16), "0", "10", "no", "no"],
      ["busy", "collect", hash.slice(0, 16), "0", "-", "no", "yes"],
      ["checked", "check_for_new", hash.slice(0, 16), "-", "40", "yes", "no"],
      ["changed", "collect", hash.slice(0, 16), "0", "40", "no", "no"],
      ["ended", "collect", hash.slice(0, 16), "120", "-", "yes", "no"],
      ["goes-on", "collect", hash.slice(0, 16), "80", "40", "no", "no"],
      ["nothing", "collect", hash.slice(0, 16), "0", "-", "no", "no"],
      [""],
    ]);
    expect(started()).toEqual([]);
  });

  it("has the whole hash with --json", async () => {
    jobs = [jobOf("due", { due_at: DUE, queries })];
    expect(JSON.parse((await run("--dry-run", "--json")).stdout)).toEqual({
      due: [
        {
          job: "due",
          kind: "collect",
          query_set_hash: hash,
          start_index: 0,
          max_results: 40,
          is_exhausted: false,
          in_progress: false,
        },
      ],
    });
    expect(started()).toEqual([]);
  });
});
