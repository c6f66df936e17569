import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { querySetHash } from "../../lambdas/books/domain/query-set.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { problem } from "../emulators/feature-api.ts";
import { walk } from "../emulators/http-event.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import type { WireJob } from "./books-world.ts";
import { admin, of, oneByOne, operatorOfEachTest, put, send, world } from "./operator-of-tests.ts";

const HOUR = 60 * MINUTE;
const NO_OPTIONS = { lang_restrict: null, order_by: null, print_type: null, filter: null, country: null };

capturedLog();
operatorOfEachTest();

const post = (body: unknown, headers: Record<string, string> = {}) => send({ route: "POST /v1/jobs", body, headers });

/** The API's answer for a job whose settings have their defaults, without the time of the last change. */
function usualJob(name: string, queries: readonly string[]) {
  return {
    name,
    queries,
    query_set_hash: querySetHash(queries),
    max_per_run: 80,
    enabled: true,
    schedule: null,
    check_for_new: true,
    notify: false,
    google_books: NO_OPTIONS,
    due_at: null,
    is_exhausted: false,
    total_beyond: null,
    next_check_at: null,
    last_run: null,
    is_stuck: false,
    created_at: at(0).toISOString(),
  };
}

describe("POST /v1/jobs", () => {
  it("creates a job with every default", async () => {
    expect(await post({ name: "lights", queries: ["lighthouses"] })).toEqual({
      status: 201,
      headers: expect.objectContaining({ location: "/v1/jobs/lights" }),
      body: { ...usualJob("lights", ["lighthouses"]), updated_at: at(0).toISOString() },
    });
  });

  it("creates a job with every setting, due at once if it has a schedule", async () => {
    const body = {
      name: "tea-2026",
      queries: ["tea ceremony", "  inauthor:Okakura "],
      max_per_run: 1_000,
      enabled: false,
      schedule: "weekly",
      google_books: {
        lang_restrict: "pt-BR",
        order_by: "newest",
        print_type: "books",
        filter: "free-ebooks",
        country: "GB",
      },
    };
    const { status, body: job } = await post(body);
    expect([status, job]).toEqual([201, expect.objectContaining({ ...body, due_at: at(0).toISOString() })]);
    expect((await of("GET /v1/jobs/{name}", "tea-2026")).body).toEqual(job);
  });

  it("rejects an invalid body with the path of each error", async () => {
    const refused: readonly [path: string, changes: Record<string, unknown>][] = [
      ["name", { name: "-a" }],
      ["queries", { queries: undefined }],
      ["queries.1", { queries: ["q", ""] }],
      ["google_books.country", { google_books: { country: "jp" } }],
    ];
    for (const [path, changes] of refused) {
      const answer = await post({ name: "job", queries: ["q"], ...changes });
      expect({ changes, answer }).toMatchObject({ answer: { status: 400, body: { code: "validation_error" } } });
      expect(new Set(answer.body.errors.map((error: { path: string }) => error.path))).toEqual(new Set([path]));
    }
    expect((await of("GET /v1/jobs/{name}", "job")).status).toBe(404);
  });

  it("rejects a name that is in use, and does not change that job", async () => {
    const job = await admin.create("taken");
    expect(await post({ name: "taken", queries: ["others"] })).toEqual(problem(409, "name_taken"));
    expect(await admin.job("taken")).toEqual(job);
    // One of five concurrent requests.
    const answers = await Promise.all(Array.from({ length: 5 }, () => post({ name: "raced", queries: ["q"] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it("repeats the first answer for its Idempotency-Key, whatever has happened to the job", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { name: "keyed", queries: ["q"] };
    const first = await post(body, headers);
    expect(first.headers).not.toHaveProperty("idempotency-replayed");
    const replay = { ...first, headers: { ...first.headers, "idempotency-replayed": "true" } };
    expect(await post({ ...body, max_per_run: 80, unknown: 1 }, headers)).toEqual(replay);
    await put("keyed", { queries: ["changed"] });
    world.clock.forward(HOUR);
    expect(await post(body, headers)).toEqual(replay);
    expect(await post({ ...body, max_per_run: 81 }, headers)).toEqual(problem(409, "idempotency_key_reused"));
    expect(await post(body, { "idempotency-key": "no-uuid" })).toEqual(problem(400, "idempotency_key_invalid"));
    expect(await post(body)).toEqual(problem(409, "name_taken"));
    await of("DELETE /v1/jobs/{name}", "keyed");
    expect(await post(body, headers)).toEqual(replay);
    expect((await of("GET /v1/jobs/{name}", "keyed")).status).toBe(404);
  });

  it("leaves the key unused when it rejects the request", async () => {
    const headers = { "idempotency-key": randomUUID() };
    await admin.create("taken");
    expect(await post({ name: "taken", queries: ["q"] }, headers)).toEqual(problem(409, "name_taken"));
    expect(await post({ name: "free", queries: ["q"] }, headers)).toMatchObject({ status: 201 });
  });
});

describe("GET /v1/jobs", () => {
  it("lists the jobs by name, each once, even if others are created meanwhile", async () => {
    for (const name of ["c", "a", "e", "b", "d"]) await admin.create(name);
    const list = (query: Record<string, string>) => send({ route: "GET /v1/jobs", query });
    const pages = await walk<WireJob>(list, "jobs", 2);
    expect(pages.map((jobs) => jobs.map(({ name }) => name))).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(pages[0]?.[0]).toEqual(await admin.job("a"));

    const { next_cursor: cursor } = (await list({ limit: "2" })).body;
    for (const name of ["a-1", "c-1"]) await admin.create(name);
    await of("DELETE /v1/jobs/{name}", "b");
    const rest = await list({ cursor });
    expect(rest.body.jobs.map(({ name }: WireJob) => name)).toEqual(["c", "c-1", "d", "e"]);
    expect(rest.body.next_cursor).toBeNull();
  });
});

describe("PUT /v1/jobs/{name}", () => {
  it("replaces the whole job: omitted settings get their defaults", async () => {
    await admin.create("whole", { max_per_run: 5, enabled: false, schedule: "daily", google_books: { country: "GB" } });
    world.clock.forward(MINUTE);
    const { status, body } = await put("whole", { name: "ignored", queries: ["others"] });
    expect([status, body]).toEqual([200, { ...usualJob("whole", ["others"]), updated_at: at(MINUTE).toISOString() }]);
    expect(await admin.job("whole")).toEqual(body);
  });

  it("keeps runs and cursors, and does not affect the run in progress", async () => {
    await admin.create("kept", { max_per_run: 2 });
    const run = await admin.run("kept", oneByOne());
    const message = await admin.requestRun("kept");
    const { body } = await put("kept", { queries: ["lighthouses"], max_per_run: 1 });
    expect(body.last_run).toMatchObject({ id: message.runId, status: "running" });
    expect(await admin.cursors("kept")).toMatchObject([{ start_index: 2 }]);
    await oneByOne().receive(message);
    expect(await admin.runs("kept")).toMatchObject([{ id: message.runId, start_index: 3 }, run]);
  });

  it("answers 404 for an unknown job, and 400 for an invalid body", async () => {
    expect(await put("none", { queries: ["q"] })).toEqual(problem(404, "not_found"));
    await admin.create("there");
    expect(await put("there", { queries: [] })).toEqual(problem(400, "validation_error"));
  });

  it("answers 409 after a write conflict", async () => {
    await admin.create("raced");
    world.clock.forward(MINUTE);
    const { replace } = world.jobs;
    world.jobs.replace = async (...args) => {
      world.jobs.replace = replace;
      await put("raced", { queries: ["theirs"] });
      return replace.apply(world.jobs, args);
    };
    expect(await put("raced", { queries: ["ours"] })).toEqual(problem(409, "changed_meanwhile"));
    expect(await admin.job("raced")).toMatchObject({ queries: ["theirs"] });
  });
});

describe("due_at", () => {
  it("is one interval after the due run began", async () => {
    expect((await admin.create("timed", { schedule: "hourly", max_per_run: 1 })).due_at).toBe(at(0).toISOString());
    await admin.run("timed", oneByOne());
    expect((await admin.job("timed")).due_at).toBe(at(MINUTE + HOUR).toISOString());
    // A run that is requested before its time is not the due one.
    await admin.run("timed", oneByOne());
    expect((await admin.job("timed")).due_at).toBe(at(MINUTE + HOUR).toISOString());
  });

  it("stays with the same schedule, is now with another one, and null without", async () => {
    await admin.create("moved", { schedule: "hourly", max_per_run: 1 });
    await admin.run("moved", oneByOne());
    const { due_at: due } = await admin.job("moved");
    const change = async (schedule: string | null) => (await put("moved", { queries: ["q"], schedule })).body.due_at;
    expect(await change("hourly")).toBe(due);
    expect(await change("daily")).toBe(at(MINUTE).toISOString());
    expect(await change(null)).toBeNull();
    expect(await change("daily")).toBe(at(MINUTE).toISOString());
  });

  it("of a disabled job stays until the job is enabled", async () => {
    await admin.create("waits", { schedule: "hourly", enabled: false, max_per_run: 1 });
    await admin.run("waits", oneByOne());
    expect((await admin.job("waits")).due_at).toBe(at(0).toISOString());
  });
});

describe("DELETE /v1/jobs/{name}", () => {
  it("does not delete a job that was created again since it was read", async () => {
    await admin.create("again");
    const { jobs } = world;
    const get = jobs.get.bind(jobs);
    jobs.get = async (name) => {
      const seen = await get(name);
      jobs.get = get;
      await admin.delete("again");
      await admin.create("again", { queries: ["whales"] });
      return seen;
    };
    expect(await of("DELETE /v1/jobs/{name}", "again")).toEqual(problem(404, "not_found"));
    expect(await admin.job("again")).toMatchObject({ queries: ["whales"] });
  });

  it("deletes job, cursors and runs, and leaves the books", async () => {
    await admin.create("gone", { max_per_run: 2 });
    await admin.run("gone", oneByOne());
    expect(await of("DELETE /v1/jobs/{name}", "gone")).toMatchObject({ status: 204, body: undefined });
    for (const route of [
      "DELETE /v1/jobs/{name}",
      "GET /v1/jobs/{name}",
      "POST /v1/jobs/{name}/run",
      "GET /v1/jobs/{name}/runs",
      "GET /v1/jobs/{name}/cursors",
      "DELETE /v1/jobs/{name}/cursors",
    ])
      expect(await of(route, "gone")).toEqual(problem(404, "not_found"));
    expect(await admin.books("gone")).toHaveLength(2);
    await admin.create("gone");
    expect([await admin.runs("gone"), await admin.cursors("gone")]).toEqual([[], []]);
  });
});
