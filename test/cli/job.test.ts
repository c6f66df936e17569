import { describe, expect, it } from "vitest";
import type { Job } from "../../client/answers.ts";
import { TestClock } from "../client/test-clock.ts";
import { done, failed, magpie } from "./command-line.ts";
import { jobOf, runOf } from "./job-answers.ts";
import { problem } from "./stub-api.ts";
import { answered, cells, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();

describe("job show", () => {
  const failed = runOf({
    stop_reason: "error",
    error: { code: "no_api_key", message: "There is no API key for Google Books." },
  });
  const job = jobOf("go-books", {
    queries: ["intitle:go", "golang"],
    google_books: { lang_restrict: "ja", order_by: null, print_type: null, filter: null, country: null },
    last_run: failed,
    next_check_at: "2026-11-27T01:00:00.000Z",
  });

  it("is a table of all fields", async () => {
    api.answers["GET /v1/jobs/go-books"] = [answered(job)];
    const { code, stdout, stderr } = await api.run("job", "show", "go-books");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(cells(stdout)).toEqual([
      ["SETTING", "VALUE"],
      ["name", "go-books"],
      ["query", "intitle:go"],
      ["query", "golang"],
      ["max per run", "80"],
      ["enabled", "yes"],
      ["schedule", "-"],
      ["check for new", "yes"],
      ["notify", "no"],
      ["due", "-"],
      ["lang restrict", "ja"],
      ["last run", "2026-11-20T01:00:00.000Z"],
      ["stop reason", "error"],
      ["collected", "80"],
      ["stored", "77"],
      ["start index", "80"],
      ["error", "There is no API key for Google Books."],
      ["exhausted", "no"],
      ["more results", "-"],
      ["next check for new", "2026-11-27T01:00:00.000Z"],
      ["stuck", "no"],
    ]);
  });

  it("has dashes for a job that has never run", async () => {
    api.answers["GET /v1/jobs/go-books"] = [answered(jobOf("go-books"))];
    const rows = cells((await api.run("job", "show", "go-books")).stdout);
    expect(rows.filter(([, value]) => value === "-").map(([setting]) => setting)).toEqual([
      ...["schedule", "due", "last run", "stop reason", "collected", "stored", "start index", "more results"],
      "next check for new",
    ]);
  });

  it("is the API's own JSON with --json", async () => {
    api.answers["GET /v1/jobs/go-books"] = [answered(job)];
    expect((await api.run("job", "show", "go-books", "--json")).stdout).toBe(`${JSON.stringify(job)}\n`);
  });
});

describe("job add", () => {
  it("sends what the options name, and no defaults", async () => {
    api.answers["POST /v1/jobs"] = [answered(jobOf("go-books"), 201)];
    expect(await api.run("job", "add", "go-books", "--query", "intitle:go")).toEqual(done("Job go-books is saved."));
    expect(api.sent).toEqual([{ name: "go-books", queries: ["intitle:go"], google_books: {} }]);
    expect(api.requests[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    [["--query", "go", "--notify", "--no-check-for-new"], { notify: true, check_for_new: false }],
    [["--query", "go", "--no-notify", "--check-for-new"], { notify: false, check_for_new: true }],
    [["--query", "go", "--enabled", "--max-per-run", "999999999"], { enabled: true, max_per_run: 999_999_999 }],
    [["--query", "go", "--schedule", "none"], { schedule: null }],
  ])("sends what %j says", async (options, changes) => {
    api.answers["POST /v1/jobs"] = answered(jobOf("go-books"), 201);
    await api.run("job", "add", "go-books", ...options);
    expect(api.sent).toEqual([{ name: "go-books", queries: ["go"], ...changes, google_books: {} }]);
  });

  it.each(["1000000000", "-1", "1.5", "1e3", ""])("takes no %j as the items of a run", async (items) => {
    expect((await api.run("job", "add", "go-books", "--query", "go", `--max-per-run=${items}`)).code).toBe(2);
    expect(api.seen).toEqual([]);
  });

  it("accepts every option, and each query", async () => {
    api.answers["POST /v1/jobs"] = [answered(jobOf("go-books"), 201)];
    await api.run(
      ...["job", "add", "go-books", "--query", "a", "--query", "b c", "--max-per-run", "0", "--schedule", "weekly"],
      ...["--disabled", "--lang-restrict", "ja", "--order-by", "newest", "--print-type", "books"],
      ...["--filter", "free-ebooks", "--country", "JP", "--json"],
    );
    expect(api.sent).toEqual([
      {
        name: "go-books",
        queries: ["a", "b c"],
        max_per_run: 0,
        schedule: "weekly",
        enabled: false,
        google_books: {
          lang_restrict: "ja",
          order_by: "newest",
          print_type: "books",
          filter: "free-ebooks",
          country: "JP",
        },
      },
    ]);
  });
});

describe("job update", () => {
  const there = jobOf("go-books", {
    queries: ["intitle:go", "golang"],
    max_per_run: 40,
    enabled: false,
    schedule: "daily",
    google_books: { lang_restrict: "ja", order_by: "newest", print_type: null, filter: null, country: "JP" },
  });
  const settings = ({ queries, max_per_run, enabled, schedule, check_for_new, notify, google_books }: Job) => ({
    queries,
    max_per_run,
    enabled,
    schedule,
    check_for_new,
    notify,
    google_books,
  });

  it.each<[string[], object]>([
    [["update", "go-books", "--max-per-run", "200"], { max_per_run: 200 }],
    [["update", "go-books", "--query", "rust"], { queries: ["rust"] }],
    [["update", "go-books", "--schedule", "none"], { schedule: null }],
    [["update", "go-books", "--enabled"], { enabled: true }],
    [["update", "go-books", "--notify"], { notify: true }],
    [["update", "go-books", "--no-check-for-new"], { check_for_new: false }],
    [
      ["update", "go-books", "--lang-restrict", "none", "--print-type", "none", "--filter", "none"],
      { google_books: { ...there.google_books, lang_restrict: null, print_type: null, filter: null } },
    ],
    [
      ["update", "go-books", "--country", "none", "--print-type", "magazines", "--filter", "full"],
      { google_books: { ...there.google_books, country: null, print_type: "magazines", filter: "full" } },
    ],
    [["enable", "go-books"], { enabled: true }],
    [["disable", "go-books"], { enabled: false }],
    [
      ["update", "go-books", "--order-by", "none", "--country", "US"],
      { google_books: { ...there.google_books, order_by: null, country: "US" } },
    ],
  ])("job %j changes only this", async (args, changes) => {
    api.answers["GET /v1/jobs/go-books"] = [answered(there)];
    api.answers["PUT /v1/jobs/go-books"] = [answered({ ...there, ...changes })];
    const { code, stdout, stderr } = await api.run("job", ...args, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({ ...there, ...changes });
    expect(api.seen).toEqual(["GET /v1/jobs/go-books", "PUT /v1/jobs/go-books"]);
    expect(api.sent).toEqual([{ ...settings(there), ...changes }]);
  });

  it("prints what it did", async () => {
    for (const [verb, words] of [
      ["enable", "Job go-books is enabled.\n"],
      ["disable", "Job go-books is disabled.\n"],
    ] as const) {
      api.answers["GET /v1/jobs/go-books"] = [answered(there)];
      api.answers["PUT /v1/jobs/go-books"] = [answered(there)];
      expect((await api.run("job", verb, "go-books")).stdout).toBe(words);
    }
    api.answers["GET /v1/jobs/go-books"] = [answered(there)];
    api.answers["PUT /v1/jobs/go-books"] = [answered(there)];
    expect((await api.run("job", "update", "go-books", "--notify")).stdout).toBe("Job go-books is changed.\n");
  });
});

describe.each([
  { args: ["job", "rm", "go-books"], request: "DELETE /v1/jobs/go-books", answer: { status: 204, body: "" } },
  {
    args: ["job", "cursor", "reset", "go-books"],
    request: "DELETE /v1/jobs/go-books/cursors",
    answer: answered({ reset: 2 }),
  },
])("$args", ({ args, request, answer }) => {
  it("is refused without --yes, and no request is sent", async () => {
    expect(await api.run(...args)).toEqual(
      failed(/^magpie: Nothing was changed: .*go-books.*\. Add --yes to confirm\.\n$/),
    );
    expect(api.seen).toEqual([]);
  });

  it("is done with --yes", async () => {
    api.answers[request] = [answer];
    expect(await api.run(...args, "--yes")).toMatchObject({ code: 0, stderr: "" });
    expect(api.seen).toEqual([request]);
  });

  it("names the command that lists the names when there is no such job", async () => {
    const { code, stderr } = await api.run(...args, "--yes");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "magpie: It is not there. npm run -s magpie -- job ls shows what there is.\n",
    });
  });
});

describe("job rm", () => {
  it("says that the books stay", async () => {
    api.answers["DELETE /v1/jobs/go-books"] = [
      { status: 204, body: "" },
      { status: 204, body: "" },
    ];
    expect((await api.run("job", "rm", "go-books", "--yes")).stdout).toBe("Job go-books is deleted. Its books stay.\n");
    expect((await api.run("job", "rm", "go-books", "--yes", "--json")).stdout).toBe('{"name":"go-books"}\n');
  });
});

describe("job cursor", () => {
  it("reset prints the sentence that scripts look for", async () => {
    api.answers["DELETE /v1/jobs/go-books/cursors"] = [answered({ reset: 2 }), answered({ reset: 0 })];
    expect((await api.run("job", "cursor", "reset", "go-books", "--yes")).stdout).toBe(
      "Reset 2 cursor(s) for job: go-books\n",
    );
    expect((await api.run("job", "cursor", "reset", "go-books", "--yes", "--json")).stdout).toBe('{"reset":0}\n');
  });
});

describe("job run", () => {
  const running = runOf({
    status: "running",
    finished_at: null,
    stop_reason: null,
    requests: [],
    collected: 0,
    stored: 0,
  });
  const onePage = {
    ...running,
    requests: [{ start_index: 0, max_results: 40 }],
    collected: 40,
    stored: 38,
    start_index: 40,
  };

  /** A run that is polled as often as there are states. */
  function runs(...states: readonly ReturnType<typeof runOf>[]): void {
    api.answers["POST /v1/jobs/go-books/run"] = [{ status: 202, body: { run_id: "r-1" } }];
    api.answers["GET /v1/jobs/go-books"] = states.map((last_run) => answered(jobOf("go-books", { last_run })));
  }

  it("follows the run to its end, with its progress on standard error", async () => {
    runs(running, running, onePage, runOf());
    const clock = new TestClock({ skipping: true });
    expect(await magpie(api.dataFolder, ["job", "run", "go-books"], undefined, clock)).toEqual({
      code: 0,
      stdout: [
        "JOB       REQUESTS  COLLECTED  STORED  STOP REASON  START INDEX  EXHAUSTED",
        "go-books         2         80      77  max_per_run           80  no",
        "",
      ].join("\n"),
      stderr: "go-books: under way\ngo-books: 1 page, 40 collected, 38 stored, next start index 40\n",
    });
    expect(clock.waits).toEqual([250, 500, 1_000]);
  });

  it("prints the run as the API has it with --json", async () => {
    runs(running, runOf());
    const { stdout, stderr } = await api.run("job", "run", "go-books", "--json");
    expect(stdout).toBe(`${JSON.stringify(runOf())}\n`);
    expect(stderr).toBe("go-books: under way\n");
  });

  it("polls every four seconds in the end, and counts the pages", async () => {
    const twoPages = { ...onePage, requests: [...onePage.requests, { start_index: 40, max_results: 40 }] };
    runs(running, running, running, running, running, running, twoPages, runOf());
    const clock = new TestClock({ skipping: true });
    const { stderr } = await magpie(api.dataFolder, ["job", "run", "go-books"], undefined, clock);
    expect(clock.waits).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
    expect(stderr).toBe("go-books: under way\ngo-books: 2 pages, 40 collected, 38 stored, next start index 40\n");
  });

  it("finds its run when another has begun since", async () => {
    runs(runOf({ id: "r-2", status: "running" }));
    api.answers["GET /v1/jobs/go-books/runs?limit=100"] = [
      answered({ runs: [runOf({ id: "r-2" }), runOf({ collected: 7 })], next_cursor: null }),
    ];
    const { code, stdout } = await api.run("job", "run", "go-books", "--json");
    expect({ code, run: JSON.parse(stdout) }).toEqual({ code: 0, run: runOf({ collected: 7 }) });
  });

  it("reports that the job was created again meanwhile", async () => {
    runs();
    api.answers["GET /v1/jobs/go-books"] = [answered(jobOf("go-books"))];
    api.answers["GET /v1/jobs/go-books/runs?limit=100"] = [answered({ runs: [], next_cursor: null })];
    expect(await api.run("job", "run", "go-books")).toEqual(failed(/^magpie: The run of go-books is gone.+\n$/));
  });

  it("exits 1 when the run ends with an error, with the result and what to do", async () => {
    const failed = runOf({ stop_reason: "error", error: { code: "no_api_key", message: "There is no API key." } });
    runs(failed);
    expect(await api.run("job", "run", "go-books", "--json")).toEqual({
      code: 1,
      stdout: `${JSON.stringify(failed)}\n`,
      stderr: "magpie: go-books: There is no API key.\n",
    });
  });

  it.each(["quota", "exhausted", null] as const)("exits 0 when the run stops with %s", async (stop_reason) => {
    runs(runOf({ stop_reason }));
    expect((await api.run("job", "run", "go-books")).code).toBe(0);
  });

  it("only starts it with --no-wait", async () => {
    runs();
    expect(await api.run("job", "run", "go-books", "--no-wait")).toEqual(done("Run r-1 of go-books started."));
    runs();
    expect((await api.run("job", "run", "go-books", "--no-wait", "--json")).stdout).toBe('{"run_id":"r-1"}\n');
    expect(new Set(api.seen)).toEqual(new Set(["POST /v1/jobs/go-books/run"]));
  });

  it("follows the run when the response to its start was lost", async () => {
    runs(running, runOf());
    api.answers["POST /v1/jobs/go-books/run"] = [
      { status: 502, body: { message: "Bad Gateway" } },
      problem(409, "run_in_progress", "A run of this job is under way."),
    ];
    const { code, stdout } = await api.run("job", "run", "go-books", "--no-wait", "--json");
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"run_id":"r-1"}\n' });
  });

  it("reports that a run is in progress", async () => {
    api.answers["POST /v1/jobs/go-books/run"] = [problem(409, "run_in_progress", "A run of this job is under way.")];
    expect(await api.run("job", "run", "go-books")).toEqual(failed("magpie: A run of this job is under way.\n"));
  });
});
