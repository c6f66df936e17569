import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Job } from "../../client/answers.ts";
import { TestClock } from "../client/test-clock.ts";
import { magpie } from "./command-line.ts";
import { cursorOf, jobOf, runOf } from "./job-answers.ts";
import type { StubAnswer } from "./stub-api.ts";
import { problem, StubApi } from "./stub-api.ts";

let api: StubApi;

beforeAll(async () => {
  api = await StubApi.start();
});

beforeEach(() => {
  api.requests.length = 0;
  answers = {};
  api.answer = ({ method, path }) => {
    const next = answers[`${method} ${path}`]?.shift();
    return next ?? problem(404, "not_found", "There is no job with this name.");
  };
});

afterAll(() => api.close());

/** The stub's answers, in order. */
let answers: Record<string, StubAnswer[]>;

const run = (...args: string[]) => magpie(api.dataFolder, args);
const ok = (body: unknown): StubAnswer => ({ status: 200, body });
const requested = () => api.requests.map(({ method, path }) => `${method} ${path}`);
const sent = () => api.requests.filter(({ body }) => body !== "").map(({ body }) => JSON.parse(body));

describe("job ls", () => {
  const jobs = [
    jobOf("go-books", {
      schedule: "daily",
      due_at: "2026-11-21T01:00:00.000Z",
      last_run: runOf(),
    }),
    jobOf("stuck", { enabled: false, is_stuck: true, last_run: runOf({ status: "running", stop_reason: null }) }),
  ];

  it("is a table of all pages", async () => {
    answers["GET /v1/jobs?limit=100"] = [ok({ jobs: jobs.slice(0, 1), next_cursor: "two" })];
    answers["GET /v1/jobs?limit=100&cursor=two"] = [ok({ jobs: jobs.slice(1), next_cursor: null })];
    expect(await run("job", "ls")).toEqual({
      code: 0,
      stdout: [
        "NAME      ENABLED  SCHEDULE  DUE                       LAST RUN                  STOP REASON  EXHAUSTED  STUCK",
        "go-books  yes      daily     2026-11-21T01:00:00.000Z  2026-11-20T01:00:00.000Z  max_per_run  no         no",
        "stuck     no       -         -                         2026-11-20T01:00:00.000Z  (under way)  no         yes",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  it("joins the pages with --json", async () => {
    answers["GET /v1/jobs?limit=100"] = [ok({ jobs, next_cursor: null })];
    expect((await run("job", "ls", "--json")).stdout).toBe(`${JSON.stringify({ jobs, next_cursor: null })}\n`);
  });
});

describe("job show", () => {
  const failed = runOf({
    stop_reason: "error",
    error: { code: "no_api_key", message: "There is no API key for Google Books." },
  });
  const job = jobOf("go-books", {
    queries: ["intitle:go", "golang"],
    google_books: { lang_restrict: "ja", order_by: null, print_type: null, filter: null, country: null },
    last_run: failed,
  });

  it("is a table of all fields", async () => {
    answers["GET /v1/jobs/go-books"] = [ok(job)];
    const { code, stdout, stderr } = await run("job", "show", "go-books");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const rows = stdout.split("\n").map((line) => line.split(/ {2,}/));
    expect(rows).toEqual(
      expect.arrayContaining([
        ["query", "intitle:go"],
        ["query", "golang"],
        ["max per run", "80"],
        ["lang restrict", "ja"],
        ["stop reason", "error"],
        ["error", "There is no API key for Google Books."],
      ]),
    );
    expect(stdout).not.toContain("country");
  });

  it("is the API's own JSON with --json", async () => {
    answers["GET /v1/jobs/go-books"] = [ok(job)];
    expect((await run("job", "show", "go-books", "--json")).stdout).toBe(`${JSON.stringify(job)}\n`);
  });

  it("names the command that lists the names when there is no such job", async () => {
    expect(await run("job", "show", "nobody")).toEqual({
      code: 1,
      stdout: "",
      stderr: "magpie: There is no job with this name. npm run -s magpie -- job ls shows what there is.\n",
    });
  });
});

describe("job add", () => {
  it("sends what the options name, and no defaults", async () => {
    answers["POST /v1/jobs"] = [{ status: 201, body: jobOf("go-books") }];
    expect(await run("job", "add", "go-books", "--query", "intitle:go")).toEqual({
      code: 0,
      stdout: "Job go-books is there.\n",
      stderr: "",
    });
    expect(sent()).toEqual([{ name: "go-books", queries: ["intitle:go"], google_books: {} }]);
    expect(api.requests[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("accepts every option, and each query", async () => {
    answers["POST /v1/jobs"] = [{ status: 201, body: jobOf("go-books") }];
    await run(
      ...["job", "add", "go-books", "--query", "a", "--query", "b c", "--max-per-run", "0", "--schedule", "weekly"],
      ...["--disabled", "--lang-restrict", "ja", "--order-by", "newest", "--print-type", "books"],
      ...["--filter", "free-ebooks", "--country", "JP", "--json"],
    );
    expect(sent()).toEqual([
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

  it("prints the API's message", async () => {
    answers["POST /v1/jobs"] = [
      problem(400, "validation_error", "The request is not valid.", {
        errors: [{ path: "max_per_run", message: "must be at most 1000" }],
      }),
    ];
    expect(await run("job", "add", "go", "--query", "a", "--max-per-run", "2000")).toEqual({
      code: 1,
      stdout: "",
      stderr: "magpie: The request is not valid. max_per_run must be at most 1000.\n",
    });
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
    [["enable", "go-books"], { enabled: true }],
    [["disable", "go-books"], { enabled: false }],
    [
      ["update", "go-books", "--order-by", "none", "--country", "US"],
      { google_books: { ...there.google_books, order_by: null, country: "US" } },
    ],
  ])("job %j changes only this", async (args, changes) => {
    answers["GET /v1/jobs/go-books"] = [ok(there)];
    answers["PUT /v1/jobs/go-books"] = [ok({ ...there, ...changes })];
    const { code, stdout, stderr } = await run("job", ...args, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({ ...there, ...changes });
    expect(requested()).toEqual(["GET /v1/jobs/go-books", "PUT /v1/jobs/go-books"]);
    expect(sent()).toEqual([{ ...settings(there), ...changes }]);
  });

  it("prints what it did", async () => {
    for (const [verb, words] of [
      ["enable", "Job go-books is enabled.\n"],
      ["disable", "Job go-books is disabled.\n"],
    ] as const) {
      answers["GET /v1/jobs/go-books"] = [ok(there)];
      answers["PUT /v1/jobs/go-books"] = [ok(there)];
      expect((await run("job", verb, "go-books")).stdout).toBe(words);
    }
  });
});

describe.each([
  { args: ["job", "rm", "go-books"], request: "DELETE /v1/jobs/go-books", answer: { status: 204, body: "" } },
  {
    args: ["job", "cursor", "reset", "go-books"],
    request: "DELETE /v1/jobs/go-books/cursors",
    answer: ok({ reset: 2 }),
  },
])("$args", ({ args, request, answer }) => {
  it("is refused without --yes, and no request is sent", async () => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^magpie: Nothing was changed: .*go-books.*\. Add --yes to do it\.\n$/);
    expect(requested()).toEqual([]);
  });

  it("is done with --yes", async () => {
    answers[request] = [answer];
    expect(await run(...args, "--yes")).toMatchObject({ code: 0, stderr: "" });
    expect(requested()).toEqual([request]);
  });

  it("names the command that lists the names when there is no such job", async () => {
    const { code, stderr } = await run(...args, "--yes");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "magpie: There is no job with this name. npm run -s magpie -- job ls shows what there is.\n",
    });
  });
});

describe("job rm", () => {
  it("says that the books stay", async () => {
    answers["DELETE /v1/jobs/go-books"] = [
      { status: 204, body: "" },
      { status: 204, body: "" },
    ];
    expect((await run("job", "rm", "go-books", "--yes")).stdout).toBe("Job go-books is deleted. Its books stay.\n");
    expect((await run("job", "rm", "go-books", "--yes", "--json")).stdout).toBe('{"name":"go-books"}\n');
  });
});

describe("job cursor", () => {
  it("ls is a table of the cursors", async () => {
    const cursors = [
      cursorOf("a".repeat(64)),
      cursorOf("b".repeat(64), { start_index: 130, is_exhausted: true, exhausted_by: "total", last_total_items: 130 }),
    ];
    answers["GET /v1/jobs/go-books/cursors"] = [ok({ cursors }), ok({ cursors })];
    const { code, stdout } = await run("job", "cursor", "ls", "go-books");
    expect({ code, rows: stdout.split("\n").map((line) => line.trim().split(/ {2,}/)) }).toEqual({
      code: 0,
      rows: [
        ["QUERY SET", "START INDEX", "EXHAUSTED", "BY", "LAST TOTAL", "LAST UPDATED"],
        ["a".repeat(16), "40", "no", "-", "1000", "2026-11-20T01:00:04.000Z"],
        ["b".repeat(16), "130", "yes", "total", "130", "2026-11-20T01:00:04.000Z"],
        [""],
      ],
    });
    expect((await run("job", "cursor", "ls", "go-books", "--json")).stdout).toBe(`${JSON.stringify({ cursors })}\n`);
  });

  it("reset prints the sentence that scripts look for", async () => {
    answers["DELETE /v1/jobs/go-books/cursors"] = [ok({ reset: 2 }), ok({ reset: 0 })];
    expect((await run("job", "cursor", "reset", "go-books", "--yes")).stdout).toBe(
      "Reset 2 cursor(s) for job: go-books\n",
    );
    expect((await run("job", "cursor", "reset", "go-books", "--yes", "--json")).stdout).toBe('{"reset":0}\n');
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
    answers["POST /v1/jobs/go-books/run"] = [{ status: 202, body: { run_id: "r-1" } }];
    answers["GET /v1/jobs/go-books"] = states.map((last_run) => ok(jobOf("go-books", { last_run })));
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
    const { stdout, stderr } = await run("job", "run", "go-books", "--json");
    expect(stdout).toBe(`${JSON.stringify(runOf())}\n`);
    expect(stderr).toBe("go-books: under way\n");
  });

  it("finds its run when another has begun since", async () => {
    runs(runOf({ id: "r-2", status: "running" }));
    answers["GET /v1/jobs/go-books/runs?limit=100"] = [
      ok({ runs: [runOf({ id: "r-2" }), runOf({ collected: 7 })], next_cursor: null }),
    ];
    const { code, stdout } = await run("job", "run", "go-books", "--json");
    expect({ code, run: JSON.parse(stdout) }).toEqual({ code: 0, run: runOf({ collected: 7 }) });
  });

  it("reports that the job was created again meanwhile", async () => {
    runs();
    answers["GET /v1/jobs/go-books"] = [ok(jobOf("go-books"))];
    answers["GET /v1/jobs/go-books/runs?limit=100"] = [ok({ runs: [], next_cursor: null })];
    const { code, stdout, stderr } = await run("job", "run", "go-books");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^magpie: The run of go-books is gone.+\n$/);
  });

  it("exits 1 when the run ends with an error, with the result and what to do", async () => {
    const failed = runOf({ stop_reason: "error", error: { code: "no_api_key", message: "There is no API key." } });
    runs(failed);
    const { code, stdout, stderr } = await run("job", "run", "go-books", "--json");
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: `${JSON.stringify(failed)}\n`,
      stderr: "magpie: go-books: There is no API key.\n",
    });
  });

  it.each(["quota", "exhausted", null] as const)("exits 0 when the run stops with %s", async (stop_reason) => {
    runs(runOf({ stop_reason }));
    expect((await run("job", "run", "go-books")).code).toBe(0);
  });

  it("only starts it with --no-wait", async () => {
    runs();
    expect(await run("job", "run", "go-books", "--no-wait")).toEqual({
      code: 0,
      stdout: "Run r-1 of go-books started.\n",
      stderr: "",
    });
    runs();
    expect((await run("job", "run", "go-books", "--no-wait", "--json")).stdout).toBe('{"run_id":"r-1"}\n');
    expect(new Set(requested())).toEqual(new Set(["POST /v1/jobs/go-books/run"]));
  });

  it("follows the run when the response to its start was lost", async () => {
    runs(running, runOf());
    answers["POST /v1/jobs/go-books/run"] = [
      { status: 502, body: { message: "Bad Gateway" } },
      problem(409, "run_in_progress", "A run of this job is under way."),
    ];
    const { code, stdout } = await run("job", "run", "go-books", "--no-wait", "--json");
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"run_id":"r-1"}\n' });
  });

  it("reports that a run is in progress", async () => {
    answers["POST /v1/jobs/go-books/run"] = [problem(409, "run_in_progress", "A run of this job is under way.")];
    expect(await run("job", "run", "go-books")).toEqual({
      code: 1,
      stdout: "",
      stderr: "magpie: A run of this job is under way.\n",
    });
  });
});
