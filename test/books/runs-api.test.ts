import { describe, expect, it } from "vitest";
import { RunTable } from "../../lambdas/books/tables/run-table.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { walk } from "../emulators/http-event.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import type { WireRun } from "./books-world.ts";
import { collector, volume, volumesAnswer } from "./books-world.ts";
import { admin, of, oneByOne, operatorOfEachTest, put, world } from "./operator-of-tests.ts";

const log = capturedLog();
operatorOfEachTest();

describe("POST /v1/jobs/{name}/run", () => {
  it("answers 202 with the run, which is in progress from then on", async () => {
    await admin.create("runs");
    const { status, body } = await of("POST /v1/jobs/{name}/run", "runs");
    expect([status, body]).toEqual([202, { run_id: expect.any(String) }]);
    const run: WireRun = {
      id: body.run_id,
      kind: "collect",
      started_at: at(0).toISOString(),
      finished_at: null,
      status: "running",
      query_set_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      requests: [],
      collected: 0,
      stored: 0,
      stop_reason: null,
      start_index: 0,
      is_exhausted: false,
    };
    expect((await admin.job("runs")).last_run).toEqual(run);
    expect(await admin.runs("runs")).toEqual([run]);
    expect(world.collectQueue.sent).toEqual([
      { message: { schemaVersion: 1, jobName: "runs", runId: run.id }, correlationId: "request-1" },
    ]);
  });

  it("answers 409 while a run is in progress, and 202 for a disabled job", async () => {
    await admin.create("busy", { enabled: false });
    await admin.requestRun("busy");
    expect(await of("POST /v1/jobs/{name}/run", "busy")).toEqual(problem(409, "run_in_progress"));
    expect(world.collectQueue.sent).toHaveLength(1);
  });

  it("answers 202 even if the queue fails, and reconcile sends the message", async () => {
    await admin.create("unsent");
    world.collectQueue.failure = new Error("queue away");
    expect(await of("POST /v1/jobs/{name}/run", "unsent")).toMatchObject({ status: 202 });
    expect(log.lines("send_left_to_reconcile")).toMatchObject([{ level: "ERROR", queue: "books-collect" }]);
    expect(await admin.runs("unsent")).toMatchObject([{ status: "running" }]);
  });

  it("shows the progress of the run after every page", async () => {
    await admin.create("watched", { max_per_run: 3 });
    const seen: unknown[] = [];
    const worker = collector(world, async ({ url }) => {
      const [run] = await admin.runs("watched");
      seen.push([run?.status, run?.collected, run?.requests, run?.start_index]);
      return volumesAnswer([volume(`volume-${new URL(url).searchParams.get("startIndex")}`)], 100);
    });
    await admin.run("watched", worker);
    // Three a run: each request asks for the remaining items.
    const request = (start_index: number) => ({ start_index, max_results: 3 - start_index });
    expect(seen).toEqual([
      ["running", 0, [], 0],
      ["running", 1, [request(0)], 1],
      ["running", 2, [request(0), request(1)], 2],
    ]);
  });
});

describe("GET /v1/jobs/{name}/runs", () => {
  const list = (query: Record<string, string>) => of("GET /v1/jobs/{name}/runs", "listed", query);

  /** Four finished runs. @returns their ids, newest first */
  async function fourRuns(): Promise<string[]> {
    await admin.create("listed", { max_per_run: 1 });
    const ids: string[] = [];
    for (let run = 0; run < 4; run += 1) ids.unshift((await admin.run("listed", oneByOne())).id);
    return ids;
  }

  it.each([1, 5])("lists pages of %i with a run in progress, each run once", async (limit) => {
    const ids = await fourRuns();
    const { runId } = await admin.requestRun("listed");
    const pages = await walk<WireRun>(list, "runs", limit);
    expect(pages.flat().map(({ id }) => id)).toEqual([runId, ...ids]);
    expect(pages.every((page) => page.length <= limit)).toBe(true);
    expect(pages.flat().map(({ status }) => status)).toEqual(["running", ...ids.map(() => "finished")]);
  });

  it("keeps a run whose worker stopped before it wrote the record, also after the next one", async () => {
    await admin.create("listed");
    class StoppingRuns extends RunTable {
      override async put(): Promise<void> {
        throw new Error("stopped");
      }
    }
    const runs = new StoppingRuns(dynamo.client, "books");
    const worker = collector(world, async () => volumesAnswer([]), { runs });
    const ended = await admin.run("listed", worker);
    expect(ended.status).toBe("finished");
    const { runId } = await admin.requestRun("listed");
    expect((await admin.runs("listed")).map(({ id }) => id)).toEqual([runId, ended.id]);
  });

  it.each([1, 2])("lists pages of %i, each run once, even if the one in progress ends meanwhile", async (limit) => {
    const ids = await fourRuns();
    const message = await admin.requestRun("listed");
    const first = (await list({ limit: String(limit) })).body;
    await oneByOne().receive(message);
    await admin.requestRun("listed");
    const seen: WireRun[] = first.runs;
    for (let cursor = first.next_cursor; cursor !== null; ) {
      const { body } = await list({ limit: String(limit), cursor });
      seen.push(...body.runs);
      cursor = body.next_cursor;
    }
    expect(seen.map(({ id }) => id)).toEqual([message.runId, ...ids]);
  });

  it("lists a run once whose worker stopped between its record and its end", async () => {
    await admin.create("listed", { max_per_run: 1 });
    const message = await admin.requestRun("listed");
    const { finish } = world.jobs;
    world.jobs.finish = async () => {
      throw new Error("table away");
    };
    await oneByOne().receive(message);
    world.jobs.finish = finish;
    for (const limit of [1, 2]) {
      const pages = await walk<WireRun>(list, "runs", limit);
      expect(pages.flat()).toMatchObject([{ id: message.runId, status: "running" }]);
    }
  });

  it("rejects a cursor of another job", async () => {
    await fourRuns();
    await admin.create("other");
    const { next_cursor: cursor } = (await list({ limit: "1" })).body;
    expect(await of("GET /v1/jobs/{name}/runs", "other", { cursor })).toEqual(problem(400, "invalid_cursor"));
  });
});

describe("the cursors of a job", () => {
  it("are listed and reset, and the reset returns their number", async () => {
    await admin.create("walked", { max_per_run: 1 });
    expect(await of("DELETE /v1/jobs/{name}/cursors", "walked")).toMatchObject({ status: 200, body: { reset: 0 } });
    await admin.run("walked", oneByOne());
    await put("walked", { queries: ["others"], max_per_run: 2 });
    const { query_set_hash: hash } = await admin.run("walked", oneByOne());
    const cursors = await admin.cursors("walked");
    expect(cursors).toHaveLength(2);
    expect(cursors.find((cursor) => cursor.query_set_hash === hash)).toEqual({
      query_set_hash: hash,
      start_index: 2,
      is_exhausted: false,
      exhausted_by: null,
      last_total_items: 1_000,
      total_beyond: null,
      last_updated_at: at(2 * MINUTE).toISOString(),
    });
    expect(await of("DELETE /v1/jobs/{name}/cursors", "walked")).toMatchObject({ status: 200, body: { reset: 2 } });
    expect(log.lines("cursors_reset").at(-1)).toMatchObject({ job: "walked", reason: "requested", reset: 2 });
    expect(await admin.cursors("walked")).toEqual([]);
    expect(await admin.runs("walked")).toHaveLength(2);
  });
});
