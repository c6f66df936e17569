import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MagpieClient } from "../../client/index.ts";
import type { Runner } from "../../lib/local/runner.ts";
import { startRunner } from "../../lib/local/runner.ts";
import type { GoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";
import { temporaryFolder } from "../local/system.ts";
import { magpie } from "./command-line.ts";

const folder = temporaryFolder();
let google: GoogleBooksSite;
let runner: Runner;
let client: MagpieClient;

beforeAll(async () => {
  google = await startGoogleBooksSite({ volumes: 130 });
  runner = await startRunner({
    port: 0,
    dataFolder: folder.path,
    egressMap: google.egressMap,
    // So that the schedule, every five minutes, starts nothing while a test reads what is due.
    timeScale: 1,
    secrets: new Map([["magpie/google-books-api-key", google.apiKey]]),
    siteUrl: undefined,
    pageSource: "http",
    chromiumPath: "",
    watch: false,
    say: () => undefined,
  });
  client = new MagpieClient({ baseUrl: runner.outputs.api_url, token: runner.outputs.tokens.admin });
});

afterAll(async () => {
  await runner.stop();
  await google.close();
  folder.remove();
});

const run = (...args: string[]) => magpie(folder.path, args);

async function json(...args: string[]) {
  const { code, stdout } = await run(...args, "--json");
  return { code, ...JSON.parse(stdout) };
}

async function booksOf(job: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of client.books.all({ job })) ids.push(id);
  return ids;
}

describe("collecting books from the command line", () => {
  it("collects to the end, stops there, and begins again after a reset", async () => {
    expect((await run("job", "add", "walk", "--query", "intitle:walk")).code).toBe(0);
    google.clearRequested();
    expect(await json("job", "run", "walk")).toMatchObject({ code: 0, collected: 80, stop_reason: "max_per_run" });
    expect(await json("job", "run", "walk")).toMatchObject({ code: 0, collected: 50, stop_reason: "exhausted" });
    const requested = google.requested().length;
    expect(await json("job", "run", "walk")).toMatchObject({ code: 0, collected: 0, stop_reason: "exhausted" });
    expect(google.requested()).toHaveLength(requested);

    const found = await booksOf("walk");
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(google.distinctBooks().length);

    expect((await json("job", "cursor", "ls", "walk")).cursors).toMatchObject([
      { start_index: 130, is_exhausted: true, exhausted_by: "empty" },
    ]);
    expect(await run("job", "cursor", "reset", "walk")).toMatchObject({ code: 1 });
    expect((await json("job", "cursor", "ls", "walk")).cursors).toHaveLength(1);
    expect((await run("job", "cursor", "reset", "walk", "--yes")).stdout).toBe("Reset 1 cursor(s) for job: walk\n");
    expect((await json("job", "cursor", "ls", "walk")).cursors).toEqual([]);

    const again = await json("job", "run", "walk");
    expect(again).toMatchObject({ code: 0, collected: 80, stored: 0, stop_reason: "max_per_run" });
    expect(again.requests[0]).toEqual({ start_index: 0, max_results: 40 });
  });

  it("changes single settings of a job, and deletes the job without its books", async () => {
    await run(
      "job",
      "add",
      "changing",
      "--query",
      "a",
      "--query",
      "b c",
      "--max-per-run",
      "5",
      "--lang-restrict",
      "ja",
    );
    await run("job", "run", "changing");
    await run("job", "update", "changing", "--max-per-run", "7");
    expect((await json("job", "cursor", "ls", "changing")).cursors).toHaveLength(1);
    await run("job", "update", "changing", "--order-by", "newest");
    expect((await json("job", "cursor", "ls", "changing")).cursors).toEqual([]);
    await run("job", "disable", "changing");
    expect(await client.jobs.get("changing")).toMatchObject({
      queries: ["a", "b c"],
      max_per_run: 7,
      enabled: false,
      google_books: { lang_restrict: "ja", order_by: "newest" },
    });
    const books = await booksOf("changing");
    expect(books.length).toBeGreaterThan(0);
    expect((await run("job", "rm", "changing")).code).toBe(1);
    expect((await run("job", "rm", "changing", "--yes")).code).toBe(0);
    expect((await run("job", "show", "changing")).code).toBe(1);
    expect(await booksOf("changing")).toEqual(books);
  });

  it("exits 1 with a remedy when Google rejects the key, and continues from the same position", async () => {
    await run("job", "add", "disabled-api", "--query", "a", "--max-per-run", "5");
    google.serviceDisabled();
    const failed = await run("job", "run", "disabled-api", "--json");
    google.calm();
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("Enable books.googleapis.com") });
    expect(JSON.parse(failed.stdout)).toMatchObject({ error: { code: "google_api_not_enabled" }, start_index: 0 });
    expect(failed.stdout + failed.stderr).not.toContain(google.apiKey);
    expect(await json("job", "run", "disabled-api")).toMatchObject({ code: 0, collected: 5 });
  });

  it("shows, before a run of the due jobs, what the run then requests", async () => {
    await run("job", "add", "due", "--query", "due  a", "--query", "b", "--max-per-run", "5");
    await run("job", "run", "due");
    await run("job", "update", "due", "--schedule", "weekly", "--disabled");
    expect((await json("run-due", "--dry-run")).due).toEqual([]);
    await run("job", "enable", "due");
    const [cursor] = await client.jobs.cursors("due");
    google.clearRequested();
    expect((await json("run-due", "--dry-run")).due).toEqual([
      {
        job: "due",
        kind: "collect",
        query_set_hash: cursor?.query_set_hash,
        start_index: 5,
        max_results: 5,
        is_exhausted: false,
        in_progress: false,
      },
    ]);
    expect(google.requested()).toEqual([]);
    expect(await json("run-due")).toMatchObject({ code: 0, runs: [{ job: "due", run: { collected: 5 } }] });
    expect(google.requested()).toMatchObject([{ startIndex: 5, maxResults: 5 }]);
    expect((await json("run-due")).runs).toEqual([]);
  });
});
