import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import type { GoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import type { WireBook, WireCursor, WireJob, WireRun } from "../../books/books-world.ts";
import { API_KEY } from "../../books/books-world.ts";
import type { Problem, QueuesAnswer } from "../api-client.ts";
import { ApiClient } from "../api-client.ts";
import { SpawnedRunner } from "../spawned-runner.ts";
import { folderOfFile } from "../temporary-folders.ts";
import { until } from "../until.ts";

/** The number of volumes that Google finds: three pages. */
const VOLUMES = 90;

const folder = folderOfFile();
let site: GoogleBooksSite;
let runner: SpawnedRunner | undefined;
let admin: ApiClient;
let member: ApiClient;

/** Ends the runner and starts it again with the same data. */
async function start(env: Readonly<Record<string, string>>): Promise<SpawnedRunner> {
  await runner?.end("SIGTERM");
  runner = await SpawnedRunner.start({ dataFolder: folder, egressMap: site.egressMap, env });
  const { api_url, tokens } = runner.outputs;
  admin = new ApiClient(api_url, tokens.admin);
  member = new ApiClient(api_url, tokens.member);
  return runner;
}

beforeAll(async () => {
  site = await startGoogleBooksSite({ volumes: VOLUMES, apiKey: API_KEY, needsCountry: true });
});
afterAll(async () => {
  await runner?.end("SIGKILL");
  await site.close();
});

async function create(name: string, maxPerRun: number): Promise<void> {
  const body = { name, queries: ["tea ceremony", "茶道"], max_per_run: maxPerRun };
  expect((await admin.call<WireJob>("POST", "/v1/jobs", body)).status).toBe(201);
}

async function requestRun(name: string): Promise<string> {
  const { status, body } = await admin.call<{ run_id: string }>("POST", `/v1/jobs/${name}/run`);
  expect(status).toBe(202);
  return body.run_id;
}

async function runs(name: string): Promise<WireRun[]> {
  return (await admin.call<{ runs: WireRun[] }>("GET", `/v1/jobs/${name}/runs?limit=100`)).body.runs;
}

/** The run as soon as it has ended. */
async function finished(name: string, id: string): Promise<WireRun | undefined> {
  return until(
    `run ${id} of ${name} is over`,
    async () => (await runs(name)).find((run) => run.id === id),
    (run) => run?.status === "finished",
  );
}

async function cursors(name: string): Promise<WireCursor[]> {
  return (await admin.call<{ cursors: WireCursor[] }>("GET", `/v1/jobs/${name}/cursors`)).body.cursors;
}

/** A job's books, as a user reads them page by page. */
const booksOf = (job: string) => member.all<WireBook>(`/v1/books?job=${job}&limit=50`, "books");

const bookIds = async (job: string) => (await booksOf(job)).map(({ id }) => id);
const startIndexes = () => site.requested().map(({ startIndex }) => startIndex);
const distinct = () =>
  site
    .distinctBooks()
    .map(({ identity }) => derivedId(...identity))
    .sort();

describe("with a key", () => {
  const key = { GOOGLE_BOOKS_API_KEY: API_KEY };
  beforeAll(() => start(key));
  beforeEach(() => site.clearRequested());

  it("a job is run until its results are exhausted, and users find every book once; a reset begins again", async () => {
    await create("tea", 50);
    const reasons: unknown[] = [];
    for (let run = 0; run < 3; run += 1) reasons.push((await finished("tea", await requestRun("tea")))?.stop_reason);
    expect(reasons).toEqual(["max_per_run", "exhausted", "exhausted"]);
    expect(startIndexes()).toEqual([0, 40, 50, 90]);
    expect(await cursors("tea")).toMatchObject([{ start_index: VOLUMES, is_exhausted: true, exhausted_by: "empty" }]);
    expect((await bookIds("tea")).sort()).toEqual(distinct());

    expect((await admin.call("DELETE", "/v1/jobs/tea/cursors")).body).toEqual({ reset: 1 });
    expect(await cursors("tea")).toEqual([]);
    expect(await finished("tea", await requestRun("tea"))).toMatchObject({ collected: 50, stored: 0, start_index: 50 });
    expect((await bookIds("tea")).sort()).toEqual(distinct());
  });

  it("the covers of a job's books are copied, without a curl over a corner, and the site has them", async () => {
    const covered = await until(
      "every cover is copied",
      () => booksOf("tea"),
      (books) => books.every(({ thumbnail_url, image_url }) => (thumbnail_url === null) === (image_url === null)),
    );
    const copies = covered.flatMap(({ image_url }) => image_url ?? []);
    expect(copies.length).toBeGreaterThan(VOLUMES / 2);
    const requests = site.requests(({ path }) => path === "/books/content");
    expect(requests.filter(({ query }) => query.has("edge"))).toEqual([]);
    const picture = await fetch(copies[0] ?? "");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("a run continues after a kill where it was", async () => {
    await create("killed", 1_000);
    // The second page never arrives.
    site.fault(({ query }) => query.get("startIndex") === "40", { kind: "slow_headers", ms: 600_000 }, 1);
    const id = await requestRun("killed");
    const refused = await admin.call<Problem>("POST", "/v1/jobs/killed/run");
    expect([refused.status, refused.body.code]).toEqual([409, "run_in_progress"]);
    await until("the second page is asked for", startIndexes, (places) => places.includes(40));
    await runner?.end("SIGKILL");
    const again = await start(key);

    expect(await finished("killed", id)).toMatchObject({
      requests: [0, 40, 80, 90].map((start_index) => ({ start_index, max_results: 40 })),
      collected: VOLUMES,
      stop_reason: "exhausted",
    });
    expect(startIndexes()).toEqual([0, 40, 40, 80, 90]);
    expect(await runs("killed")).toHaveLength(1);
    expect((await bookIds("killed")).sort()).toEqual(distinct());
    expect(again.stdout + again.stderr).not.toContain(API_KEY);
    const { body } = await admin.call<QueuesAnswer>("GET", "/v1/ops/queues");
    expect(body.queues.find(({ name }) => name === "books-collect")).toMatchObject({ dlq_depth: 0 });
  });
});
