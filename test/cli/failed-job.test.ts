import { describe, expect, it } from "vitest";
import { done } from "./command-line.ts";
import { problem } from "./stub-api.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();

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

describe("failed-job retry", () => {
  it("requests the retry of that job", async () => {
    api.answers["POST /v1/failed-jobs/fj-1/retry"] = answered(unread, 202);
    expect(await api.run("failed-job", "retry", "fj-1")).toEqual(done("Retry of fj-1 started."));
    expect(api.seen).toEqual(["POST /v1/failed-jobs/fj-1/retry"]);
  });

  it("prints the job with --json", async () => {
    api.answers["POST /v1/failed-jobs/fj-1/retry"] = answered(unread, 202);
    const { code, stdout } = await api.run("failed-job", "retry", "fj-1", "--json");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${JSON.stringify(unread)}\n` });
  });

  it("prints the id when the response was lost and the job was retried by the first attempt", async () => {
    api.answers["POST /v1/failed-jobs/fj-1/retry"] = [answered({ message: "Bad Gateway" }, 502)];
    const { code, stdout } = await api.run("failed-job", "retry", "fj-1", "--json");
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"id":"fj-1"}\n' });
  });

  it("retries with --all every retryable one of a code, with progress, and continues after a rejection", async () => {
    const gone = { ...unread, id: "fj-4", retryable: false };
    const other = { ...unread, id: "fj-2", error_code: "rate_limited" };
    const failed = [unread, other, { ...unread, id: "fj-3" }, gone, { ...unread, id: "fj-5" }];
    api.answers = {
      "GET /v1/failed-jobs?limit=100": answered({ failed_jobs: failed, next_cursor: null }),
      "POST /v1/failed-jobs/fj-1/retry": problem(409, "changed_meanwhile", "It has changed."),
      "POST /v1/failed-jobs/fj-3/retry": answered(unread, 202),
      "POST /v1/failed-jobs/fj-5/retry": problem(404, "not_found", "There is no failed job with this id."),
    };
    expect(await api.run("failed-job", "retry", "--all", "--code", "timeout")).toEqual({
      code: 1,
      stdout: "Retry of 1 failed job(s) started. 1 with the code timeout can't be retried.\n",
      stderr: [
        "1/3 https://pages.example/1: changed_meanwhile",
        "2/3 https://pages.example/1: started",
        "3/3 https://pages.example/1: not_found",
        "magpie: 2 of 3 retries were refused.",
        "",
      ].join("\n"),
    });
    expect(api.seen).toEqual([
      "GET /v1/failed-jobs?limit=100",
      "POST /v1/failed-jobs/fj-1/retry",
      "POST /v1/failed-jobs/fj-3/retry",
      "POST /v1/failed-jobs/fj-5/retry",
    ]);
  });

  it.each([401, 403])("ends with --all at a %i, which every further job would get, too", async (status) => {
    const request = "GET /v1/failed-jobs?limit=100&retryable=true";
    const failed = ["fj-1", "fj-2", "fj-3"].map((id) => ({ ...unread, id }));
    api.answers = {
      [request]: answered({ failed_jobs: failed, next_cursor: null }),
      "POST /v1/failed-jobs/fj-1/retry": answered(unread, 202),
      "POST /v1/failed-jobs/fj-2/retry": answered({ message: "No" }, status),
    };
    expect(await api.run("failed-job", "retry", "--all")).toMatchObject({ code: 1, stdout: "" });
    expect(api.seen).not.toContain("POST /v1/failed-jobs/fj-3/retry");
  });

  it("fails with --all and a code of which none can be retried, with numbers", async () => {
    const failed = [unsummarised, { ...unsummarised, id: "fj-23" }, unread];
    api.answers["GET /v1/failed-jobs?limit=100"] = answered({ failed_jobs: failed, next_cursor: null });
    expect(await api.run("failed-job", "retry", "--all", "--code", "llm_refused", "--json")).toEqual({
      code: 1,
      stdout: '{"retried":[],"not_retryable":2}\n',
      stderr: "magpie: Nothing was retried: 2 of 2 failed jobs with the code llm_refused can't be retried.\n",
    });
    expect(await api.run("failed-job", "retry", "--all", "--code", "unknown")).toEqual(
      done("Retry of 0 failed job(s) started."),
    );
  });

  it("asks with --all and no code for the retryable ones only", async () => {
    const request = "GET /v1/failed-jobs?limit=100&retryable=true";
    api.answers[request] = answered({ failed_jobs: [], next_cursor: null });
    expect(await api.run("failed-job", "retry", "--all", "--json")).toMatchObject({
      code: 0,
      stdout: '{"retried":[],"not_retryable":0}\n',
    });
    expect(api.seen).toEqual([request]);
  });

  it.each([[["retry"]], [["retry", "fj-1", "--all"]], [["retry", "fj-1", "--code", "timeout"]]])(
    "rejects the arguments %j",
    async (args) => {
      expect((await api.run("failed-job", ...args)).code).toBe(2);
      expect(api.requests).toEqual([]);
    },
  );
});
