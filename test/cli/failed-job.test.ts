import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { magpie } from "./command-line.ts";
import { problem, StubApi } from "./stub-api.ts";

let api: StubApi;

beforeAll(async () => {
  api = await StubApi.start();
});

beforeEach(() => {
  api.requests.length = 0;
});

afterAll(() => api.close());

const run = (...args: string[]) => magpie(api.dataFolder, args);

const unread = {
  id: "fj-1",
  bookmark_id: "b-1",
  job_type: "extraction",
  error_code: "timeout",
  error_message: "ページを取得できませんでした",
  payload: { url: "https://pages.example/1" },
  failed_at: "2026-11-20T03:00:00.000Z",
  retryable: true,
};
const unsummarised = {
  ...unread,
  id: "fj-22",
  bookmark_id: "b-22",
  job_type: "llm_processing",
  error_code: "llm_refused",
  error_message: "refused",
  retryable: false,
};

/** Two pages with one job each. */
function twoPages(): void {
  api.answer = ({ path }) =>
    new URL(path, api.origin).searchParams.get("cursor") === "second page"
      ? { status: 200, body: { failed_jobs: [unsummarised], next_cursor: null } }
      : { status: 200, body: { failed_jobs: [unread], next_cursor: "second page" } };
}

describe("failed-job ls", () => {
  it("is a table of all pages", async () => {
    twoPages();
    expect(await run("failed-job", "ls")).toEqual({
      code: 0,
      stdout: [
        "ID     BOOKMARK  JOB             RETRYABLE  FAILED AT                 CODE         ERROR                         URL",
        "fj-1   b-1       extraction      yes        2026-11-20T03:00:00.000Z  timeout      ページを取得できませんでした  https://pages.example/1",
        "fj-22  b-22      llm_processing  no         2026-11-20T03:00:00.000Z  llm_refused  refused                       https://pages.example/1",
        "",
      ].join("\n"),
      stderr: "",
    });
    expect(api.requests.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill("Bearer admin-token"));
  });

  it("joins the pages with --json", async () => {
    twoPages();
    const { stdout } = await run("failed-job", "ls", "--json");
    expect(stdout).toBe(`${JSON.stringify({ failed_jobs: [unread, unsummarised], next_cursor: null })}\n`);
  });

  it.each([
    [[], null],
    [["--retryable"], "true"],
    [["--no-retryable"], "false"],
  ])("requests with %j retryable=%s", async (options, wanted) => {
    api.answer = () => ({ status: 200, body: { failed_jobs: [], next_cursor: null } });
    await run("failed-job", "ls", ...options);
    const [request] = api.requests;
    expect(new URL(request?.path ?? "", api.origin).searchParams.get("retryable")).toBe(wanted);
  });
});

describe("failed-job retry", () => {
  it("requests the retry of that job", async () => {
    api.answer = () => ({ status: 202, body: unread });
    expect(await run("failed-job", "retry", "fj-1")).toEqual({
      code: 0,
      stdout: "Retry of fj-1 started.\n",
      stderr: "",
    });
    expect(api.requests.map(({ method, path }) => [method, path])).toEqual([["POST", "/v1/failed-jobs/fj-1/retry"]]);
  });

  it("prints the job with --json", async () => {
    api.answer = () => ({ status: 202, body: unread });
    const { code, stdout } = await run("failed-job", "retry", "fj-1", "--json");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${JSON.stringify(unread)}\n` });
  });

  it("prints the id when the response was lost and the job was retried by the first attempt", async () => {
    const answers = [{ status: 502, body: { message: "Bad Gateway" } }, problem(404, "not_found", "It is gone.")];
    api.answer = () => answers.shift() ?? problem(500, "internal_error", "One request too many.");
    const { code, stdout } = await run("failed-job", "retry", "fj-1", "--json");
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"id":"fj-1"}\n' });
  });

  it("retries with --all every retryable one of a code, with progress, and continues after a rejection", async () => {
    const gone = { ...unread, id: "fj-4", retryable: false };
    const failed = [unread, { ...unread, id: "fj-2", error_code: "rate_limited" }, { ...unread, id: "fj-3" }, gone];
    api.answer = ({ method, path }) => {
      if (method === "GET") return { status: 200, body: { failed_jobs: failed, next_cursor: null } };
      return path.includes("fj-1")
        ? problem(409, "changed_meanwhile", "It has changed.")
        : { status: 202, body: unread };
    };
    expect(await run("failed-job", "retry", "--all", "--code", "timeout")).toEqual({
      code: 1,
      stdout: "Retry of 1 failed job(s) started. 1 with the code timeout can't be retried.\n",
      stderr: [
        "1/2 https://pages.example/1: changed_meanwhile",
        "2/2 https://pages.example/1: started",
        "magpie: 1 of 2 retries were refused.",
        "",
      ].join("\n"),
    });
    expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/failed-jobs?limit=100",
      "POST /v1/failed-jobs/fj-1/retry",
      "POST /v1/failed-jobs/fj-3/retry",
    ]);
  });

  it("fails with --all and a code of which none can be retried, with numbers", async () => {
    const failed = [unsummarised, { ...unsummarised, id: "fj-23" }, unread];
    api.answer = () => ({ status: 200, body: { failed_jobs: failed, next_cursor: null } });
    expect(await run("failed-job", "retry", "--all", "--code", "llm_refused", "--json")).toEqual({
      code: 1,
      stdout: '{"retried":[],"not_retryable":2}\n',
      stderr: "magpie: Nothing was retried: 2 of 2 failed jobs with the code llm_refused can't be retried.\n",
    });
    expect(await run("failed-job", "retry", "--all", "--code", "unknown")).toEqual({
      code: 0,
      stdout: "Retry of 0 failed job(s) started.\n",
      stderr: "",
    });
  });

  it("asks with --all and no code for the retryable ones only", async () => {
    api.answer = () => ({ status: 200, body: { failed_jobs: [], next_cursor: null } });
    expect(await run("failed-job", "retry", "--all", "--json")).toMatchObject({
      code: 0,
      stdout: '{"retried":[],"not_retryable":0}\n',
    });
    expect(api.requests.map(({ path }) => path)).toEqual(["/v1/failed-jobs?limit=100&retryable=true"]);
  });

  it.each([[["retry"]], [["retry", "fj-1", "--all"]], [["retry", "fj-1", "--code", "timeout"]]])(
    "rejects the arguments %j",
    async (args) => {
      expect((await run("failed-job", ...args)).code).toBe(2);
      expect(api.requests).toEqual([]);
    },
  );

  it("prints the API's message for an unknown id", async () => {
    api.answer = () => problem(404, "not_found", "There is no failed job with this id.");
    expect(await run("failed-job", "retry", "nobody")).toEqual({
      code: 1,
      stdout: "",
      stderr: "magpie: There is no failed job with this id. npm run -s magpie -- failed-job ls shows what there is.\n",
    });
  });
});

describe("a server that is not the API", () => {
  it("is distinguished from it", async () => {
    api.answer = () => ({ status: 200, body: "<title>Sign in</title>", type: "text/html" });
    const { code, stdout, stderr } = await run("queue", "ls");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^magpie: No Magpie runs on .+\n$/);
  });
});

describe("any rejection", () => {
  it("is printed with the API's message", async () => {
    api.answer = () => problem(409, "redrive_in_progress", "A redrive of this queue is under way already.");
    expect(await run("queue", "redrive", "oembed-fetch")).toEqual({
      code: 1,
      stdout: "",
      stderr: "magpie: A redrive of this queue is under way already.\n",
    });
    expect(api.requests).toHaveLength(1);
  });

  it("is one line with the invalid fields", async () => {
    api.answer = () =>
      problem(400, "validation_error", "The request is not valid.", {
        errors: [{ path: "retryable", message: "must be true or false" }],
      });
    const { code, stderr } = await run("failed-job", "ls");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "magpie: The request is not valid. retryable must be true or false.\n",
    });
  });

  it.each([
    [500, { message: "Internal Server Error" }],
    [503, { message: "Service Unavailable" }],
  ])("by the gateway, %i, is one line too", async (status, body) => {
    api.answer = () => ({ status, body });
    const { code, stdout, stderr } = await run("queue", "ls");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `magpie: The API answered ${status} (${body.message}). Try again in a while; docs/runbook.md helps if it lasts.\n`,
    );
    expect(api.requests).toHaveLength(3);
  });
});
